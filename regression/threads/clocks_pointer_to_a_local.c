// gotcha: verify --property assertions,no-data-race --strategy bmc --without interleavings
// verdict: true
// proof: clocks
#include <assert.h>
#include <pthread.h>

/* Another thread may write a variable of main as long as a shared pointer leads there. */
static int *place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *argument) {
  pthread_mutex_lock(&lock);
  if (place)
    *place = 7;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  int own = 5;
  pthread_create(&a, 0, put, 0);
  pthread_mutex_lock(&lock);
  place = &own;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  assert(own == 5 || own == 7);
  place = 0;
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
