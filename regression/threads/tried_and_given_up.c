// gotcha: verify --property no-deadlock --without interleavings --without clocks
// verdict: true
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *up(void *argument) {
  for (int i = 0; i < 100000; i++) {
    pthread_mutex_lock(&one);
    if (pthread_mutex_trylock(&other) == 0) {
      sum++;
      pthread_mutex_unlock(&other);
    }
    pthread_mutex_unlock(&one);
  }
  return argument;
}
static void *down(void *argument) {
  for (int i = 0; i < 100000; i++) {
    pthread_mutex_lock(&other);
    int busy = pthread_mutex_trylock(&one);
    if (!busy) {
      sum--;
      pthread_mutex_unlock(&one);
    }
    pthread_mutex_unlock(&other);
  }
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
