// gotcha: verify --property assertions --without clocks
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int n;
static void *work(void *argument) {
  n = __VERIFIER_nondet_bool() ? 3 : 4;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  assert(n == 3 || n == 4); //~ HOLDS exhaustive
  assert(n == 3); //~ VIOLATED
  return 0;
}
