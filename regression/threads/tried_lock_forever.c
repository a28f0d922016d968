// gotcha: verify --property no-data-race
// verdict: true
#include <pthread.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  for (;;) {
    if (pthread_mutex_trylock(&lock) == 0) {
      n++;
      pthread_mutex_unlock(&lock);
    }
    int status = pthread_mutex_trylock(&lock);
    if (status)
      continue;
    n--;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
