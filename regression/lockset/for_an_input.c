// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// One race needs an input, the other one contradicts itself.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int wanted; //~ race:FEASIBLE
int never = 0; //~ race:UNKNOWN

static void *work(void *argument) {
  int n = (int)(long)argument;
  if (n * 3 == 41703)
    wanted = 1;
  if (n > 10 && n * 2 < 12 && n < 1000)
    never = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  int n = __VERIFIER_nondet_int();
  wanted = 0;
  never = 2;
  pthread_create(&t, 0, work, (void *)(long)n);
  pthread_join(t, 0);
  return 0;
}
