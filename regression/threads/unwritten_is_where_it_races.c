// gotcha: verify --property no-data-race --timeout 5s
// verdict: unknown(depends on an indeterminate value)
#include <pthread.h>
#include <stdlib.h>
static int a[2];
static int *unwritten;
static void *work(void *argument) {
  a[*unwritten & 1] = 1; // the access that somebody else's is about to meet
  return argument;
}
int main(void) {
  pthread_t thread;
  unwritten = malloc(sizeof *unwritten);
  if (!unwritten)
    return 1;
  pthread_create(&thread, 0, work, 0);
  a[0] = 2;
  pthread_join(thread, 0);
  return 0;
}
