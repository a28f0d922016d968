// gotcha: verify --property assertions
// verdict: false(assertions)
// The only one that writes need not fear others, but they see all that it does.
#include <assert.h>
#include <pthread.h>
static volatile int n;
static void *looks(void *argument) {
  for (;;)
    assert(n <= 1); //~ VIOLATED
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, looks, 0);
  for (;;) {
    n = 2;
    n = 0;
  }
  return 0;
}
