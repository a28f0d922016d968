// gotcha: verify --property valid-deref
// verdict: false(valid-deref)
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *work(void *argument) {
  *shared = 1; //~ 1:VIOLATED 2:UNKNOWN
  return argument;
}
int main(void) {
  pthread_t a;
  shared = malloc(sizeof *shared);
  if (!shared)
    return 0;
  pthread_create(&a, 0, work, 0);
  free(shared);
  pthread_join(a, 0);
  return 0;
}
