// gotcha: check --lockset --unwind 3
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// A thread that waits for a condition gives the mutex back meanwhile, and has it again afterwards.
#include <pthread.h>

int full = 0; //~ race:UNKNOWN
int peeked = 0; //~ race:FEASIBLE
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *produce(void *argument) {
  pthread_mutex_lock(&m);
  full = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  peeked++;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, produce, 0);
  pthread_mutex_lock(&m);
  while (!full)
    pthread_cond_wait(&c, &m);
  full = 0;
  pthread_mutex_unlock(&m);
  peeked++;
  pthread_join(t, 0);
  return 0;
}
