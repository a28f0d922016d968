// gotcha: verify --property no-deadlock --strategy bmc --without interleavings
// verdict: false(no-deadlock)
#include <pthread.h>

/* Who waits comes too late. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *tells(void *argument) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, tells, 0);
  pthread_mutex_lock(&lock);
  if (ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
