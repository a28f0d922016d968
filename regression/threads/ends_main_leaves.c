// gotcha: verify --property termination --timeout 6s
// verdict: unknown(
#include <pthread.h>

/* The end of main is the end of the other thread, but it is not known when main is let go on. */
static volatile int x;

static void *work(void *argument) {
  for (;;)
    x = !x;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  return 0;
}
