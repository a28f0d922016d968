// gotcha: verify --property no-deadlock
// verdict: false(no-deadlock)
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static void *producer(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, producer, 0);
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&filled, &lock); // perhaps it was signalled before
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
