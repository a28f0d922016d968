// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
#include <pthread.h>

/* Each gives way to the other one, both at the same time, for ever. */
static volatile int first, second;

static void *work(void *argument) {
  second = 1;
  while (first) {
    second = 0;
    second = 1;
  }
  second = 0;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  first = 1;
  while (second) {
    first = 0;
    first = 1;
  }
  first = 0;
  pthread_join(other, 0);
  return 0;
}
