// gotcha: verify --property assertions,no-data-race --without clocks
// verdict: false
#include <assert.h>
#include <pthread.h>
static int n;
static void *increment(void *argument) {
  n++; // two accesses
  return argument;
}
int main(void) { //~ VIOLATED
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n >= 1); //~ HOLDS exhaustive
  assert(n == 2); //~ VIOLATED
  return 0;
}
