// gotcha: verify --property no-data-race --without interleavings --without threads --without search
// verdict: false
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int a[4];

static void *write(void *argument) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 4);
  a[i & 3] = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 4);
  pthread_create(&t, 0, write, 0);
  a[i | 1] = 2;
  pthread_join(t, 0);
  return a[0];
}
