// gotcha: verify --property assertions,no-data-race
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *increment(void *argument) {
  n = n + 1; // two atomic accesses
  return argument;
}
int main(void) { //~ HOLDS synchronisation
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2); //~ VIOLATED
  return 0;
}
