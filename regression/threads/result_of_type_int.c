// gotcha: verify --property assertions
// verdict: unknown(unsupported
// The machine leaves half of the register open in which a pointer is read.
#include <assert.h>
#include <pthread.h>

static int seven(void *argument) {
  return 7;
}

int main(void) {
  pthread_t a;
  void *result;
  pthread_create(&a, 0, (void *(*)(void *))seven, 0);
  pthread_join(a, &result);
  assert(result == (void *)7); //~ UNKNOWN
  return 0;
}
