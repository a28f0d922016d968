// gotcha: verify --property termination --timeout 6s
// verdict: unknown(
#include <pthread.h>

/* Who takes the lock again and again may keep the other one from it, but not for ever. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t other;
  int is_done = 0;
  pthread_create(&other, 0, work, 0);
  while (!is_done) {
    pthread_mutex_lock(&lock);
    is_done = done;
    pthread_mutex_unlock(&lock);
  }
  pthread_join(other, 0);
  return 0;
}
