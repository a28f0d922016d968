// gotcha: verify --property no-data-race,no-deadlock --without interleavings --without clocks
// verdict: true
#include <pthread.h>
enum { THREADS = 12 };
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *argument) {
  for (int round = 0; round < 100000; round++) {
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t threads[THREADS];
  int i;
  for (i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (i = THREADS - 1; i >= 0; i--)
    pthread_join(threads[i], 0);
  return sum;
}
