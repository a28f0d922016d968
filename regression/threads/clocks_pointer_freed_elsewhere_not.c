// gotcha: verify --property assertions,no-data-race --strategy bmc --without interleavings
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* What one thread allocates another one reads and frees. */
static int *box;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *make(void *argument) {
  int *made = malloc(sizeof *made);
  *made = 42;
  pthread_mutex_lock(&lock);
  box = made;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, make, 0);
  pthread_mutex_lock(&lock);
  int *taken = box;
  box = 0;
  pthread_mutex_unlock(&lock);
  if (taken) {
    assert(*taken == 41);
    free(taken);
  }
  pthread_join(a, 0);
  return 0;
}
