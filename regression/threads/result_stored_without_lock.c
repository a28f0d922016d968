// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
// What the function returns is stored when the lock is given back.
#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int leave(int value) {
  pthread_mutex_unlock(&lock);
  return value + 1;
}
static void *work(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    n = leave(n);
  }
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
