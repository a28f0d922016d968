// gotcha: verify --property assertions,no-data-race --strategy bmc --without interleavings
// verdict: true
// proof: clocks
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* Each thread leaves a pointer to what it has made in an array. */
static int *made[3];

static void *make(void *argument) {
  int i = (int)(long)argument;
  int *own = malloc(sizeof *own);
  *own = i * 10;
  made[i] = own;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, make, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  for (int i = 0; i < 3; i++)
    assert(*made[i] == i * 10);
  return 0;
}
