// gotcha: verify --property no-data-race --without interleavings --without threads --without search
// verdict: false
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void *work(void *argument) {
  int *p = argument;
  __VERIFIER_assume(p != 0);
  *p = __VERIFIER_nondet_int();
  return 0;
}

int main(void) {
  pthread_t a;
  int x = 0, y = 0;
  pthread_create(&a, 0, work, __VERIFIER_nondet_int() ? &x : (void *)0);
  x = 1;
  pthread_join(a, 0);
  return x + y;
}
