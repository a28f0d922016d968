// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 1
// A trylock fails while another thread has the mutex, and gives no protection then.
#include <pthread.h>

int careless = 0; //~ race:FEASIBLE
int careful = 0; //~ race:UNKNOWN
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  int status = pthread_mutex_trylock(&m);
  careless++;
  if (status == 0) {
    careful++;
    pthread_mutex_unlock(&m);
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  careful++;
  careless++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
