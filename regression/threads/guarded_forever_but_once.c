// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
// As guarded_forever.c, but one way goes without the lock.
#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  for (int i = 0;; i++) {
    if (i != 2)
      pthread_mutex_lock(&lock);
    n++;
    if (i != 2)
      pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t a;
  for (int i = 0; i < 3; i++)
    pthread_create(&a, 0, work, 0);
  for (;;)
    ;
  return 0;
}
