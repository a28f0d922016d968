// gotcha: verify --property no-deadlock
// verdict: false(no-deadlock)
#include <pthread.h>

/* On one way the lock is not given back: one that is destroyed is still taken. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  if (n++ == 1) {
    pthread_mutex_destroy(&lock);
    return argument;
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) { //~ VIOLATED
  pthread_t a;
  for (;;) {
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
  }
}
