// gotcha: verify --property assertions --strategy bmc --without interleavings
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>

/* A function is called through a pointer that another thread changes. */
static int one(void) {
  return 1;
}

static int two(void) {
  return 2;
}

static int (*_Atomic number)(void) = one;

static void *change(void *argument) {
  number = two;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, change, 0);
  int n = number();
  assert(n == 1);
  pthread_join(a, 0);
  assert(number() == 2);
  return 0;
}
