// gotcha: verify --property no-deadlock
// verdict: false(no-deadlock)
#include <pthread.h>

/* Nobody has it, and nobody gets it. */
static pthread_mutex_t lock = {{1}};

static void *work(void *argument) {
  return argument;
}

int main(void) { //~ VIOLATED
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
