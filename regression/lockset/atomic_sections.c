// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 2
// What is done in atomic sections is protected by them, and nobody runs in between.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int count = 0; //~ race:UNKNOWN
int between = 0; //~ race:UNKNOWN
int outside = 0; //~ race:FEASIBLE

void __VERIFIER_atomic_twice(void) {
  between++;
  between--;
}

static void *work(void *argument) {
  __VERIFIER_atomic_begin();
  count++;
  int seen = between;
  __VERIFIER_atomic_end();
  if (seen)
    count = 7;
  outside++;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_twice();
  outside = 1;
  pthread_join(t, 0);
  return 0;
}
