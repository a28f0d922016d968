// gotcha: verify --property no-data-race
// verdict: true
// Any number of threads, which never end.
#include <pthread.h>
static int n, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void add(pthread_mutex_t *guard, int *to, int by) {
  pthread_mutex_lock(guard);
  *to += by;
  pthread_mutex_unlock(guard);
}
static void *work(void *argument) {
  for (;;) {
    add(&lock, &n, 1);
    pthread_mutex_lock(&lock);
    sum += n;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t a;
  n = 1;
  for (;;)
    pthread_create(&a, 0, work, 0);
  return 0;
}
