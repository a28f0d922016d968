// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 1 infeasible: 0 unknown: 2
// Spin locks, threads in an array, an argument for each, elements that each thread has for itself.
#include <pthread.h>

pthread_spinlock_t spin;
int total = 0; //~ race:UNKNOWN
struct { int of_one; int of_all; } slots[2] = {{0, 0}, {0, 0}}; //~ race:FEASIBLE

static void *work(void *argument) {
  int i = *(int *)argument;
  slots[i].of_one = i + 1;
  slots[0].of_all++;
  pthread_spin_lock(&spin);
  total += slots[i].of_one;
  pthread_spin_unlock(&spin);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1}; //~ race:UNKNOWN
  pthread_spin_init(&spin, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
