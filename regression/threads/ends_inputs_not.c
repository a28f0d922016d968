// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
#include <pthread.h>

/* The loop waits for a value that the other thread does not leave where it comes last. */
static volatile unsigned limit;

static void *set(void *argument) {
  limit = 2;
  return 0;
}

static void *work(void *argument) {
  limit = 1;
  while (limit != 2)
    ;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
