// gotcha: verify --property termination --timeout 6s
// verdict: unknown(
#include <pthread.h>

/* It ends as soon as the other thread is let go on: for ever it does not only where that one never is. */
static volatile int ready;

static void *work(void *argument) {
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  while (!ready)
    ;
  pthread_join(a, 0);
  return 0;
}
