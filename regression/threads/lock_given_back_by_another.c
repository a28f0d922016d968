// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
// Who does not hold the lock gives it back.
#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return argument;
}
static void *disturb(void *argument) {
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_create(&c, 0, disturb, 0);
  pthread_join(a, 0);
  return 0;
}
