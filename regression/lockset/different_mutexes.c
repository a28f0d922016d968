// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 0
// Each thread has a mutex, but not the same.
#include <pthread.h>

static int count = 0; //~ race:FEASIBLE
static pthread_mutex_t a, b;

static void *work(void *argument) {
  pthread_mutex_lock(&b);
  count++;
  pthread_mutex_unlock(&b);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&a, 0);
  pthread_mutex_init(&b, 0);
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&a);
  count++;
  pthread_mutex_unlock(&a);
  // The lock set is what all accesses from the second thread on have in common.
  pthread_mutex_lock(&b);
  count++;
  pthread_mutex_unlock(&b);
  pthread_mutex_lock(&a);
  count++;
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
