// gotcha: verify --property no-deadlock
// verdict: false(no-deadlock)
#include <pthread.h>

/* Who joins holds what the other one wants. */
static pthread_mutex_t small = PTHREAD_MUTEX_INITIALIZER, great = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *both(void *argument) {
  pthread_mutex_lock(&small);
  pthread_mutex_lock(&great);
  sum++;
  pthread_mutex_unlock(&great);
  pthread_mutex_unlock(&small);
  return argument;
}

int main(void) { //~ VIOLATED
  pthread_t a;
  for (;;) {
    pthread_create(&a, 0, both, 0);
    pthread_mutex_lock(&great);
    pthread_join(a, 0);
    pthread_mutex_unlock(&great);
  }
}
