// gotcha: check --lockset --unwritten-statics
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 4
// Whether the first access writes depends on which thread comes first.
#include <pthread.h>

int ready; //~ unwritten:FEASIBLE race:UNKNOWN
int before; //~ UNKNOWN
int by_pointer; //~ race:UNKNOWN
int given = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void set(int *p) { *p = 4; }

static void *work(void *argument) {
  pthread_mutex_lock(&m);
  int got = ready;
  pthread_mutex_unlock(&m);
  return (void *)(long)(got + before + by_pointer + given);
}

int main(void) {
  pthread_t t;
  before = 3;
  set(&by_pointer);
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return before;
}
