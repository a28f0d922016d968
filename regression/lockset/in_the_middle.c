// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// The second thread writes only while the first one is between two accesses.
#include <pthread.h>

int open = 0; //~ race:UNKNOWN
int data = 0; //~ race:FEASIBLE
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&m);
  int is_open = open;
  pthread_mutex_unlock(&m);
  if (is_open)
    data = 2;
  return argument;
}

static void set(int value) {
  pthread_mutex_lock(&m);
  open = value;
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  data = 1;
  set(1);
  set(0);
  pthread_join(t, 0);
  return 0;
}
