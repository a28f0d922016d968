// gotcha: verify --property assertions,no-data-race
// verdict: true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *work(void *argument) {
  errno = 3;
  return argument;
}
int main(void) {
  pthread_t a;
  errno = 0;
  pthread_create(&a, 0, work, 0);
  assert(errno == 0);
  pthread_join(a, 0);
  assert(errno == 0);
  return 0;
}
