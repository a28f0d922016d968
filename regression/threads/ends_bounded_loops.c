// gotcha: verify --property termination --timeout 20s
// verdict: true
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    sum += i;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return sum != 6;
}
