// gotcha: verify --property valid-deref
// verdict: true
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *work(void *argument) {
  *shared = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  shared = malloc(sizeof *shared);
  if (!shared)
    return 0;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  free(shared);
  return 0;
}
