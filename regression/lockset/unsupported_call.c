// gotcha: check --lockset
// verdict: unknown(unsupported: a call of pthread_barrier_wait
// paths: feasible: 0 infeasible: 0 unknown: 1
// Nothing is said of what stands behind a call that has no model.
#include <pthread.h>

int count = 0; //~ race:UNKNOWN
pthread_barrier_t barrier;

static void *work(void *argument) {
  pthread_barrier_wait(&barrier);
  count++;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  count++;
  pthread_barrier_wait(&barrier);
  count++;
  pthread_join(t, 0);
  return 0;
}
