// gotcha: check --lockset
// verdict: false(lockset)
// The other thread is still at work.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum; //~ race:FEASIBLE
int alone; //~ race:UNKNOWN

static void *add(void *argument) {
  pthread_mutex_lock(&m);
  sum += 2;
  pthread_mutex_unlock(&m);
  return 0;
}

static void *first(void *argument) {
  pthread_mutex_lock(&m);
  alone = sum;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t, other;
  pthread_create(&t, 0, first, 0);
  pthread_create(&other, 0, add, 0);
  pthread_join(t, 0);
  sum++;
  alone++;
  pthread_join(other, 0);
  return 0;
}
