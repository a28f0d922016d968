// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: true
#include <pthread.h>

/* All come. */
static pthread_barrier_t barrier;

static void *comes(void *argument) {
  pthread_barrier_wait(&barrier);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, comes, 0);
  pthread_barrier_wait(&barrier);
  pthread_join(a, 0);
  return 0;
}
