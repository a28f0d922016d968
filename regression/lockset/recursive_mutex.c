// gotcha: check --lockset
// verdict: unknown(bounded-schedules
// paths: feasible: 0 infeasible: 0 unknown: 2
// A recursive mutex is given back when it was unlocked as often as it was locked. A plain one that its owner wants again stops the thread.
#include <pthread.h>

int count = 0; //~ race:UNKNOWN
int behind = 0; //~ race:UNKNOWN
pthread_mutex_t m, plain;

static void add(void) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
}

static void *work(void *argument) {
  add();
  pthread_mutex_lock(&plain);
  if (argument) {
    pthread_mutex_lock(&plain);
    behind++;
  }
  pthread_mutex_unlock(&plain);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_mutex_init(&plain, 0);
  pthread_create(&t, 0, work, &t);
  pthread_mutex_lock(&m);
  add();
  count++;
  pthread_mutex_unlock(&m);
  behind++;
  pthread_join(t, 0);
  return 0;
}
