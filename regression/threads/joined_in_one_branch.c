// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int n;
static void *work(void *argument) {
  int rounds = __VERIFIER_nondet_int();
  for (int i = 0; i < rounds; i++)
    n++;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  if (__VERIFIER_nondet_int() < 100)
    pthread_join(a, 0);
  n++;
  return 0;
}
