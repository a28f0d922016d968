// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int ready;

static void *send(void *argument) {
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  int seen = 0, n = __VERIFIER_nondet_int();
  pthread_create(&a, 0, send, 0);
  if (n == 5)
    goto middle;
  while (!ready) {
    seen = 0;
    continue;
  middle:
    seen = 1;
  }
  assert(!seen);
  return 0;
}
