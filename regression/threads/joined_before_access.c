// gotcha: verify --property no-data-race
// verdict: true
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
  n = 1;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  n++;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return n;
}
