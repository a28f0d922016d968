// gotcha: verify --property assertions --without threads --without clocks
// verdict: unknown(schedules left out: inputs have more values than are tried)
// Two inputs are compared with each other, so no few values stand for all.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int a, b;

static void *work(void *argument) {
  a = __VERIFIER_nondet_int();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  b = __VERIFIER_nondet_int();
  pthread_join(t, 0);
  if (a > 5 && b > 5 && a < 1000000 && b < 1000000)
    assert(a == b || a - b != 0); //~ UNKNOWN
  return 0;
}
