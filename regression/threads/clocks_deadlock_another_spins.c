// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: true
#include <pthread.h>

/* One thread waits for ever, another one tries again and again: not all have stopped. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int ready;

static void *waits(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waits, 0);
  while (!ready)
    ;
  pthread_join(a, 0);
  return 0;
}
