// gotcha: verify --property no-data-race --without interleavings --without threads --without search
// verdict: false
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int lock, sum;

static void *work(void *argument) {
  int n = __VERIFIER_nondet_int();
  while (__atomic_load_n(&lock, __ATOMIC_SEQ_CST))
    ;
  sum = sum ^ n;
  __atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return sum;
}
