// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
#include <pthread.h>

/* The other thread ends with the lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  while (pthread_mutex_trylock(&lock) != 0)
    ;
  pthread_join(other, 0);
  return 0;
}
