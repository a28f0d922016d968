// gotcha: verify --property assertions
// verdict: unknown(unsupported
#include <assert.h>
#include <pthread.h>
static void *work(void *argument) {
} // returns nothing
int main(void) {
  pthread_t a;
  void *result;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, &result);
  assert(result == 0); //~ UNKNOWN
  return 0;
}
