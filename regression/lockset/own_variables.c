// gotcha: check --lockset
// verdict: unknown(bounded-schedules
// paths: feasible: 0 infeasible: 0 unknown: 1
// Each thread has its own variable, and its own errno.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int mine = 3;
int never = 0; //~ race:UNKNOWN
int order = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  if (mine != 3)
    never = 1;
  mine = 7;
  errno = ERANGE;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  if (mine != 7)
    never = 2;
  return argument;
}

int main(void) {
  pthread_t a, b;
  never = 0;
  mine = 5;
  errno = 0;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_mutex_lock(&m);
  if (mine != 5 || errno != 0)
    never = 3;
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return mine;
}
