// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int ready, tries;

static void *send(void *argument) {
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, send, 0);
  while (!ready)
    tries++;
  assert(tries < 2);
  return 0;
}
