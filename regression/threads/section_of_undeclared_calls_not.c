// gotcha: verify --property assertions
// verdict: false
// As section_of_undeclared_calls.c, where the section ends too early.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *both(void *argument) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  y = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, both, 0);
  __VERIFIER_atomic_begin();
  assert(x == y); //~ VIOLATED
  __VERIFIER_atomic_end();
  return 0;
}
