// gotcha: verify --property assertions
// verdict: false(assertions)
// As kept_under_lock.c, but the lock is given back in between.
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(a == b); //~ VIOLATED
    a++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    b++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_create(&t, 0, work, 0);
  for (;;)
    ;
  return 0;
}
