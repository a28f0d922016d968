// gotcha: verify --property assertions,no-data-race --timeout 5s
// verdict: unknown(depends on an indeterminate value)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *work(void *argument) {
  *(int *)argument = 3; // the one of main
  return argument;
}
int main(void) {
  pthread_t a;
  errno = 0;
  pthread_create(&a, 0, work, &errno);
  pthread_join(a, 0);
  assert(errno == 0);
  return 0;
}
