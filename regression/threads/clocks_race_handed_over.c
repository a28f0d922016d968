// gotcha: verify --property no-data-race --without interleavings --without threads --without search
// verdict: true
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int data, ready;

static void *send(void *argument) {
  data = __VERIFIER_nondet_int();
  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, send, 0);
  if (__atomic_load_n(&ready, __ATOMIC_SEQ_CST) == 1)
    data++;
  return 0;
}
