// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// A thread that waits too long goes on without the mutex; a lock for writing that is not given is none.
#include <pthread.h>
#include <time.h>

int late = 0; //~ race:FEASIBLE
int checked = 0; //~ race:UNKNOWN
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *argument) {
  struct timespec until = {0, 0};
  int status = pthread_mutex_timedlock(&m, &until);
  late++;
  if (status == 0)
    pthread_mutex_unlock(&m);
  if (pthread_rwlock_trywrlock(&rw) == 0) {
    checked++;
    pthread_rwlock_unlock(&rw);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  late++;
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&rw);
  int seen = checked;
  pthread_rwlock_unlock(&rw);
  pthread_join(t, 0);
  return seen;
}
