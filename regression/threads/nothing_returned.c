// gotcha: verify --property assertions --without clocks
// verdict: true
#include <assert.h>
#include <pthread.h>
static int n;
static void *work(void *argument) {
  n = 1;
} // returns nothing, and nobody asks
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  assert(n == 1); //~ HOLDS exhaustive
  return 0;
}
