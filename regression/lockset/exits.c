// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// A thread that ends by pthread_exit does nothing more; its result is there for who joins it. The program's own thread may end before the others.
#include <pthread.h>

int after = 0; //~ race:UNKNOWN
int late = 0; //~ race:FEASIBLE

static void leave(long value) {
  pthread_exit((void *)value);
}

static void *work(void *argument) {
  leave(5);
  after = 1;
  return argument;
}

static void *last(void *argument) {
  late = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  void *result;
  after = late = 2;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, &result);
  if (result != (void *)5)
    after = 3;
  pthread_create(&b, 0, last, 0);
  pthread_exit(0);
  late = 3;
  return 0;
}
