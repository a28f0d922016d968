// gotcha: check --lockset
// verdict: unknown(bounded-schedules
// paths: feasible: 0 infeasible: 0 unknown: 1
// What is written before the threads begin and only read by them needs no lock.
#include <pthread.h>

int table[3]; //~ race:UNKNOWN
int limit = 7;

static void *work(void *argument) {
  long sum = 0;
  for (int i = 0; i < 3; i++)
    sum += table[i] + limit;
  return (void *)sum;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 3; i++)
    table[i] = i;
  int *seen = table;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  int own = limit + table[1] + seen[2];
  pthread_join(a, 0);
  pthread_join(b, 0);
  return own;
}
