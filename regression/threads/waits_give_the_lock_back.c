// gotcha: verify --property assertions
// verdict: false(assertions)
// While a thread waits for a condition others have the lock.
#include <assert.h>
#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *work(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int before = n;
    pthread_cond_wait(&changed, &lock);
    assert(n == before); //~ VIOLATED
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&lock);
  n = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
