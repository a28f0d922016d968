// gotcha: verify --property termination --timeout 20s
// verdict: unknown(a run goes on for ever only if a thread that can go on is never let
#include <pthread.h>

/* Of the two loops one ends as soon as the third thread is let, and then ends the other. */
static volatile int first, second;

static void *work(void *argument) {
  while (!first)
    ;
  second = 1;
  return 0;
}

static void *begin(void *argument) {
  first = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, begin, 0);
  while (!second)
    ;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
