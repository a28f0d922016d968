// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int lock, sum, x, y;

static void *work(void *argument) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 1000);
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST))
    ;
  sum += n;
  __atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
  *(int *)argument = n;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, &x);
  pthread_create(&b, 0, work, &y);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == x + y);
  return 0;
}
