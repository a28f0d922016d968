// gotcha: verify --property assertions --without interleavings --without threads --without search --timeout 5s
// verdict: unknown(
// A part of a wider number that another thread writes: fails, but what is read is not told.
#include <assert.h>
#include <pthread.h>
static long long wide;
static void *work(void *argument) {
  wide = 0x100000000LL;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int *halves = (int *)&wide;
  assert(halves[1] == 0);
  pthread_join(a, 0);
  return 0;
}
