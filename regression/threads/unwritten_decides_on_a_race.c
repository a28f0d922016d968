// gotcha: verify --property no-data-race --timeout 5s
// verdict: unknown(depends on an indeterminate value)
#include <pthread.h>
#include <stdlib.h>
static int n;
static void *work(void *argument) {
  n++;
  return argument;
}
int main(void) {
  pthread_t a;
  int *unwritten = malloc(sizeof *unwritten);
  if (!unwritten)
    return 1;
  pthread_create(&a, 0, work, 0);
  if (*unwritten < 1)
    n++;
  pthread_join(a, 0);
  return 0;
}
