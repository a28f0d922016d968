// gotcha: check --lockset
// verdict: unknown(bounded-schedules
// paths: feasible: 0 infeasible: 0 unknown: 1
// Every access is made with the mutex: no schedule that is looked at has a race, and of the others nothing is said.
#include <pthread.h>

int balance = 0; //~ race:UNKNOWN
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    balance += 10;
    pthread_mutex_unlock(&m);
  }
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, deposit, 0);
  pthread_create(&b, 0, deposit, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_mutex_lock(&m);
  int end = balance;
  pthread_mutex_unlock(&m);
  return end != 40;
}
