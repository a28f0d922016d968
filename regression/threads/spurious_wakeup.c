// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full;
static void *producer(void *argument) {
  pthread_mutex_lock(&lock);
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&lock);
  pthread_create(&a, 0, producer, 0);
  if (!full) // asks once
    pthread_cond_wait(&filled, &lock);
  assert(full); //~ VIOLATED
  pthread_mutex_unlock(&lock);
  return 0;
}
