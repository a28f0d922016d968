// gotcha: verify --property no-deadlock --without interleavings --without clocks
// verdict: true
#include <pthread.h>
static pthread_mutex_t locks[4];
static int sum;
static void *work(void *argument) {
  for (int round = 0; round < 100000; round++) {
    for (int i = 0; i < 4; i++)
      pthread_mutex_lock(&locks[i]);
    sum++;
    for (int i = 0; i < 4; i++)
      pthread_mutex_unlock(&locks[i]);
  }
  return argument;
}
int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&locks[i], 0);
  for (int i = 0; i < 5; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 5; i++)
    pthread_join(threads[i], 0);
  return 0;
}
