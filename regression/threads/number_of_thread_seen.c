// gotcha: verify --property assertions
// verdict: false(assertions)
// Who begins a thread stores its number.
#include <assert.h>
#include <pthread.h>
static pthread_t a;
static void *work(void *argument) {
  for (;;) {
    pthread_t seen = a;
    assert(seen == 0); //~ VIOLATED
  }
  return argument;
}
int main(void) {
  pthread_create(&a, 0, work, 0);
  for (;;)
    ;
  return 0;
}
