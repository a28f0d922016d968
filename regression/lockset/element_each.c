// gotcha: check --lockset
// verdict: unknown(bounded-schedules
// paths: feasible: 0 infeasible: 0 unknown: 2
// Each thread has an element and a member for itself.
#include <pthread.h>

struct part { pthread_mutex_t lock; int a, b; } whole = {PTHREAD_MUTEX_INITIALIZER, 0, 0}; //~ race:UNKNOWN
int slots[2] = {0, 0}; //~ race:UNKNOWN

static void *first(void *argument) {
  slots[0] = 1;
  whole.a = 2;
  return argument;
}

static void *second(void *argument) {
  slots[1] = 1;
  whole.b = 2;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
