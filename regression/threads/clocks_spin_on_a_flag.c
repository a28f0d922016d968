// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int data, ready;

static void *send(void *argument) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 10);
  data = n;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, send, 0);
  while (!ready)
    ;
  assert(data > 10);
  return 0;
}
