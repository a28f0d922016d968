// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y;

static void *both(void *argument) {
  int to = __VERIFIER_nondet_int();
  __VERIFIER_atomic_begin();
  x = to;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  y = to;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, both, 0);
  __VERIFIER_atomic_begin();
  assert(x == y);
  __VERIFIER_atomic_end();
  return 0;
}
