// gotcha: verify --property assertions,pointer --without interleavings --without threads --without search
// verdict: unknown
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
#include <string.h>
static int *p, n;

static void *work(void *argument) {
  __atomic_store_n(&n, __VERIFIER_nondet_int(), __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t a;
  int x[2] = {1, 2};
  pthread_create(&a, 0, work, 0);
  p = &x[__VERIFIER_nondet_int() & 1];
  assert(*p < 3 && x[0] == 1); //~ 1:HOLDS
  pthread_join(a, 0);
  return 0;
}
