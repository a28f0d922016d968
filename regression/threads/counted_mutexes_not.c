// gotcha: verify --property no-deadlock
// verdict: false
#include <pthread.h>
static pthread_mutex_t locks[3];
static void *up(void *argument) {
  for (int i = 0; i < 3; i++)
    pthread_mutex_lock(&locks[i]);
  for (int i = 0; i < 3; i++)
    pthread_mutex_unlock(&locks[i]);
  return argument;
}
static void *down(void *argument) {
  for (int i = 2; i >= 0; i--)
    pthread_mutex_lock(&locks[i]);
  for (int i = 2; i >= 0; i--)
    pthread_mutex_unlock(&locks[i]);
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 3; i++)
    pthread_mutex_init(&locks[i], 0);
  pthread_create(&threads[0], 0, up, 0);
  pthread_create(&threads[1], 0, down, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
