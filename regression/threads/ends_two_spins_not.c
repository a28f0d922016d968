// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
#include <pthread.h>

/* Both wait for what nobody does. Each of the two loops alone goes round only as long as the other thread is not let; in turns they go round for ever. */
static volatile int flag;

static void *work(void *argument) {
  flag = 1;
  while (flag != 0)
    ;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
