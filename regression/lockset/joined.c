// gotcha: check --lockset
// verdict: unknown(bounded-schedules
// paths: feasible: 0 infeasible: 0 unknown: 1
// What threads did that were joined comes before what follows; what the language initialises need not be written.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum; //~ race:UNKNOWN

static void *add(void *argument) {
  pthread_mutex_lock(&m);
  sum += 2;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  sum = 1;
  pthread_create(&t, 0, add, 0);
  pthread_join(t, 0);
  sum++;
  return sum;
}
