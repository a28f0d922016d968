// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: true
#include <pthread.h>

/* One thread waits for ever, but the program ends when main returns. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waits, 0);
  return 0;
}
