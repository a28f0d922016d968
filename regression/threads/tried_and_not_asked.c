// gotcha: verify --property no-deadlock
// verdict: false
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static void *up(void *argument) {
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&one);
  return argument;
}
/* It may have the other one when it waits. */
static void *down(void *argument) {
  int busy = pthread_mutex_trylock(&other);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  if (!busy)
    pthread_mutex_unlock(&other);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
