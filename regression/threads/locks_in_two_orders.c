// gotcha: verify --property no-deadlock
// verdict: false(no-deadlock)
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&other);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&one);
  pthread_join(a, 0);
  return 0;
}
