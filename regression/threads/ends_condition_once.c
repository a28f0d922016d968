// gotcha: verify --property termination --timeout 20s
// verdict: unknown(threads may all wait for ever
#include <pthread.h>

/* The signal may come before the wait. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *work(void *argument) {
  pthread_cond_signal(&condition);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
