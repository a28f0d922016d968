// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int data, ready;

static void *send(void *argument) {
  ready = 1;
  data = __VERIFIER_nondet_int();
  __VERIFIER_assume(data != 12345);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, send, 0);
  if (ready)
    assert(data != 12345);
  return 0;
}
