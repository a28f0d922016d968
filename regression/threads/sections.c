// gotcha: verify --property no-data-race,assertions
// verdict: true
#include <assert.h>
#include <pthread.h>
static int n;
static void __VERIFIER_atomic_increment(void) { n++; }
static void *work(void *argument) {
  __VERIFIER_atomic_increment();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  __VERIFIER_atomic_increment();
  pthread_join(a, 0);
  assert(n == 2);
  return 0;
}
