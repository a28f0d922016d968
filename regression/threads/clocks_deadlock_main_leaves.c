// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: false(no-deadlock)
#include <pthread.h>

/* The same with a main that ends as a thread does: nobody is left who could end the program. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waits, 0);
  pthread_exit(0);
}
