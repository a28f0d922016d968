// gotcha: verify --property assertions
// verdict: unknown(schedules left out: a run crashes, since null pointer is dereferenced)
// Behind an access outside of objects nothing is proved, whoever looks.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static int n;
static int *nowhere;
static void *work(void *argument) {
  *nowhere = 1;
  n = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  assert(n == 0);
  return 0;
}
