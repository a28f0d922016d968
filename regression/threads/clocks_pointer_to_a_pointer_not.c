// gotcha: verify --property assertions --strategy bmc --without interleavings
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>

/* Two shared pointers are followed, one behind the other; the first may change meanwhile. */
static int x, y;
static int *to_x = &x, *to_y = &y;
static int **either = &to_x;

static void *change(void *argument) {
  either = &to_y;
  return 0;
}

static void *put(void *argument) {
  **either = 5;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, change, 0);
  pthread_create(&b, 0, put, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 5);
  return 0;
}
