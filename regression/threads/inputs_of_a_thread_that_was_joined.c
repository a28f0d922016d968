// gotcha: verify --property assertions --without interleavings
// verdict: true
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
  assert(n * 2 != 7); //~ HOLDS thread-modular
  return 0;
}
