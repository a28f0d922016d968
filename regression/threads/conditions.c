// gotcha: verify --property assertions,no-deadlock,no-data-race
// verdict: true
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full, item;
static void *producer(void *argument) {
  pthread_mutex_lock(&lock);
  item = 7;
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, producer, 0);
  pthread_mutex_lock(&lock);
  while (!full)
    pthread_cond_wait(&filled, &lock);
  assert(item == 7);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
