// gotcha: check --lockset --unwritten-statics
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 2
// Semaphores say which thread goes on, and are no locks.
#include <pthread.h>
#include <semaphore.h>

sem_t full;
int box = 0; //~ race:FEASIBLE
int written; //~ race:UNKNOWN unwritten:UNKNOWN

static void *produce(void *argument) {
  box = 3;
  written = 1;
  sem_post(&full);
  return argument;
}

int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  pthread_create(&t, 0, produce, 0);
  sem_wait(&full);
  box++;
  int seen = written;
  pthread_join(t, 0);
  return seen;
}
