// gotcha: verify --property no-data-race --without interleavings --without threads --without search
// verdict: true
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int sum;

static void *add(void *argument) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_atomic_begin();
  sum += n & 7;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  __VERIFIER_atomic_begin();
  sum = 3;
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  return sum;
}
