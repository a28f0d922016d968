// gotcha: verify --property assertions,no-deadlock
// verdict: false(no-deadlock)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, item, sum;
static void *producer(void *argument) {
  for (int i = 1; i <= 2; i++) {
    pthread_mutex_lock(&lock);
    while (full)
      pthread_cond_wait(&changed, &lock);
    item = i;
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void *consumer(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (!full)
      pthread_cond_wait(&changed, &lock);
    sum += item;
    full = 0;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, producer, 0);
  pthread_create(&other, 0, consumer, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(sum == 3);
  return 0;
}
