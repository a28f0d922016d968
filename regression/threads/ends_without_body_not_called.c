// gotcha: verify --property termination --timeout 20s
// verdict: true
#include <pthread.h>

extern int somewhere(int);

static int unused(void) {
  return somewhere(1);
}

static void *work(void *argument) {
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_join(other, 0);
  return 0;
}
