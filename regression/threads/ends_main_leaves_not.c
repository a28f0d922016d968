// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
#include <pthread.h>

/* The program ends with its last thread. */
static volatile int x;

static void *work(void *argument) {
  for (;;)
    x = !x;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_exit(0);
}
