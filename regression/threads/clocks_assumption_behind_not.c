// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x, y;

static void *one(void *argument) {
  x = 1;
  __VERIFIER_assume(y == 1);
  x = 2;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  int seen = x;
  assert(seen != 1);
  return 0;
}
