// gotcha: verify --property assertions --strategy bmc --without interleavings
// verdict: unknown
#include <assert.h>
#include <pthread.h>

/* A null pointer is followed in some order, and nothing is proved behind that. */
static int x = 1;
static int *_Atomic place;

static void *set(void *argument) {
  place = &x;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, set, 0);
  int n = *place;
  assert(n == 1);
  pthread_join(a, 0);
  return 0;
}
