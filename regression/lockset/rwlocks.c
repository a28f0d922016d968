// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// A lock for reading protects reads alone.
#include <pthread.h>

int cache = 0; //~ race:FEASIBLE
int table = 0; //~ race:UNKNOWN
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *argument) {
  pthread_rwlock_rdlock(&rw);
  if (table > 0)
    cache = table;
  pthread_rwlock_unlock(&rw);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_rwlock_wrlock(&rw);
  table = 1;
  pthread_rwlock_unlock(&rw);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
