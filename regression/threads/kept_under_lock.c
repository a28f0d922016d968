// gotcha: verify --property assertions --without interleavings
// verdict: true
// The two are equal whenever the lock is free, in any number of threads that never end.
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(a == b); //~ HOLDS thread-modular
    a++;
    b++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t t;
  for (;;)
    pthread_create(&t, 0, work, 0);
  return 0;
}
