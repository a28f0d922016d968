// gotcha: check --lockset
// verdict: unknown(bounded-schedules
// paths: feasible: 0 infeasible: 0 unknown: 2
// What is done once is done by the thread that comes first.
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int made = 0; //~ race:UNKNOWN
int runs = 0; //~ race:UNKNOWN

static void make(void) {
  made += 1;
}

static void *work(void *argument) {
  pthread_once(&control, make);
  if (made != 1)
    runs = 2;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_once(&control, make);
  if (made != 1)
    made = 0;
  pthread_join(t, 0);
  return 0;
}
