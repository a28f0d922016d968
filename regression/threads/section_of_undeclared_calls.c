// gotcha: verify --property assertions
// verdict: true
// Nobody declares what begins and ends a section. It returns nothing all the same.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *both(void *argument) {
  __VERIFIER_atomic_begin();
  x = 1;
  y = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, both, 0);
  __VERIFIER_atomic_begin();
  assert(x == y); //~ HOLDS
  __VERIFIER_atomic_end();
  return 0;
}
