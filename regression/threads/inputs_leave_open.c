// gotcha: verify --property assertions --without threads --without clocks
// verdict: unknown(schedules left out: inputs have more values than are tried)
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int n;
static void *work(void *argument) {
  n = __VERIFIER_nondet_int();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  assert(n * 2 != 7); //~ UNKNOWN
  return 0;
}
