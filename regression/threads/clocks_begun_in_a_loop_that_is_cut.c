// gotcha: verify --property assertions --without interleavings --without threads --without search --timeout 5s
// verdict: unknown
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x;

static void *count(void *argument) {
  x = x + 1;
  return 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    pthread_t a;
    pthread_create(&a, 0, count, 0);
  }
  int seen = x;
  assert(seen < 40);
  return 0;
}
