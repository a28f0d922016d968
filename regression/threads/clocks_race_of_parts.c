// gotcha: verify --property no-data-race --without interleavings --without threads --without search
// verdict: true
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static union {
  int whole;
  char parts[4];
} u;

static void *work(void *argument) {
  u.parts[__VERIFIER_nondet_int() & 1] = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  u.parts[2] = 2;
  pthread_join(a, 0);
  return 0;
}
