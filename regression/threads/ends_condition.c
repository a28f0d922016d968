// gotcha: verify --property termination --timeout 6s
// verdict: unknown(
#include <pthread.h>

/* A wait may end without a signal, as often as it likes. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
