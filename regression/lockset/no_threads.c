// gotcha: check --lockset --unwritten-statics
// verdict: true
// paths: feasible: 0 infeasible: 2 unknown: 0
// Without threads there is one schedule, and proofs are proofs.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int n; //~ INFEASIBLE
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  n++;
  return argument;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    n = x;
  if (x > 5)
    n++;
  if (x > 7 && x < 2) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
  }
  return x > 3 ? n : 0;
}
