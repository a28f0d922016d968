// gotcha: verify --property assertions,no-data-race --strategy bmc --without interleavings
// verdict: true
#include <assert.h>
#include <pthread.h>

/* A shared pointer is moved on by two threads. */
static int cells[8];
static int *next = cells;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    *next++ = 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, put, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(next == cells + 4 && cells[4] == 0);
  return 0;
}
