// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int lock = 2;

static void *take(void *argument) {
  int before;
  while ((before = __atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST)) > 1)
    ;
  assert(before != 1);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, take, 0);
  pthread_join(a, 0);
  return 0;
}
