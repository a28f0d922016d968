// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 2 infeasible: 0 unknown: 0
// There is no lock at which the threads could take turns: the second one runs between two plain writes.
#include <pthread.h>

int open = 0; //~ race:FEASIBLE
int data = 0; //~ race:FEASIBLE

static void *work(void *argument) {
  if (open)
    data = 2;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  data = 1;
  open = 1;
  open = 0;
  pthread_join(t, 0);
  return 0;
}
