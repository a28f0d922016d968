// gotcha: verify --property assertions --without threads
// verdict: unknown(unsupported: more threads than are followed (
#include <assert.h>
#include <pthread.h>
static int n;
static void *work(void *argument) { return argument; }
int main(void) {
  pthread_t a;
  for (int i = 0; i < 1000; i++)
    pthread_create(&a, 0, work, 0);
  assert(n == 0); //~ UNKNOWN
  return 0;
}
