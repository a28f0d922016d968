// gotcha: verify --property no-data-race
// verdict: false
#include <pthread.h>
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *argument) {
  pthread_mutex_lock(&lock);
  sum++;
  pthread_mutex_unlock(&lock);
  return argument;
}
/* The first thread's number is gone when the second one begins. */
int main(void) {
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&threads[i / 2], 0, add, 0);
  pthread_join(threads[0], 0);
  return sum;
}
