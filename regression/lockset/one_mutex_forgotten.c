// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// Both threads write; one of them does not take the mutex where it should.
#include <pthread.h>

int count = 0; //~ race:FEASIBLE
int kept = 0; //~ race:UNKNOWN
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&m);
  kept++;
  pthread_mutex_unlock(&m);
  count++;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  count++;
  kept++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
