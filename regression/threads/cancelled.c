// gotcha: verify --property assertions
// verdict: unknown(unsupported: a call of pthread_cancel (cancelled.c:9:3)
#include <assert.h>
#include <pthread.h>
static void *work(void *argument) { return argument; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_cancel(a);
  pthread_join(a, 0);
  assert(a != 0); //~ UNKNOWN
  return 0;
}
