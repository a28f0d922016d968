// gotcha: verify --property assertions
// verdict: false(assertions)
// Each read may see another value.
#include <assert.h>
#include <pthread.h>
static volatile int n;
static void *work(void *argument) {
  for (;;)
    n = !n;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  for (;;)
    assert(n == n); //~ VIOLATED
  return 0;
}
