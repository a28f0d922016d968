// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x;

static void *late(void *argument) {
  int seen = x;
  assert(seen != 3);
  return 0;
}

int main(void) {
  pthread_t a;
  x = 3;
  x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3);
  pthread_create(&a, 0, late, 0);
  return 0;
}
