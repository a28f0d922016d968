// gotcha: verify --property assertions --strategy bmc --without interleavings
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>

/* Between looking at a shared pointer and following it another thread may change it. */
static int x, y = 1;
static int *_Atomic place = &x;

static void *change(void *argument) {
  place = &y;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, change, 0);
  if (place == &x)
    assert(*place == 0);
  pthread_join(a, 0);
  return 0;
}
