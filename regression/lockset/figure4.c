// gotcha: check --lockset --unwritten-statics
// verdict: false(lockset)
// paths: feasible: 8 infeasible: 0 unknown: 9
// Each transition of the automaton, by threads that come one after the other. The states are virgin, exclusive, shared and shared-modified.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

int written; //~ unwritten:UNKNOWN
int read_first; //~ unwritten:FEASIBLE
int given = 1;
int kept = 1; //~ race:UNKNOWN
int second_reads = 1; //~ race:UNKNOWN
int second_writes = 1; //~ race:FEASIBLE
int second_writes_locked = 1; //~ race:UNKNOWN
int third_reads = 1; //~ race:UNKNOWN
int shared_then_written = 1; //~ race:FEASIBLE
int shared_then_written_locked = 1; //~ race:FEASIBLE
int read_locked_then_written_locked = 1; //~ race:UNKNOWN
int locked_then_read_bare = 1; //~ race:FEASIBLE
int locked_then_written_bare = 1; //~ race:FEASIBLE
int two_locks_then_one = 1; //~ race:UNKNOWN
int one_lock_then_the_other = 1; //~ race:FEASIBLE
int first_bare_then_locked = 1; //~ race:UNKNOWN
int read_then_written_by_third; //~ race:FEASIBLE unwritten:UNKNOWN
int sum;

static void *second(void *argument) {
  int got = second_reads + third_reads + shared_then_written + shared_then_written_locked;
  second_writes = 2;
  read_then_written_by_third = 2;
  pthread_mutex_lock(&m);
  second_writes_locked = 2;
  got += read_locked_then_written_locked;
  locked_then_read_bare = 2;
  locked_then_written_bare = 2;
  one_lock_then_the_other = 2;
  first_bare_then_locked = 2;
  pthread_mutex_lock(&other);
  two_locks_then_one = 2;
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&m);
  return (void *)(long)got;
}

static void *third(void *argument) {
  int got = third_reads;
  shared_then_written = 3;
  pthread_mutex_lock(&m);
  second_writes_locked++;
  first_bare_then_locked++;
  two_locks_then_one++;
  shared_then_written_locked = 3;
  read_locked_then_written_locked = 3;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&other);
  one_lock_then_the_other++;
  pthread_mutex_unlock(&other);
  got += locked_then_read_bare;
  locked_then_written_bare = 3;
  kept += 1;
  got += read_then_written_by_third;
  return (void *)(long)got;
}

int main(void) {
  pthread_t t;
  written = 1;
  sum = written + read_first + given;
  first_bare_then_locked = 5;
  second_reads = third_reads = second_writes = 4;
  second_writes_locked = shared_then_written = shared_then_written_locked = 4;
  read_locked_then_written_locked = locked_then_read_bare = locked_then_written_bare = 4;
  two_locks_then_one = one_lock_then_the_other = read_then_written_by_third = 4;
  pthread_create(&t, 0, second, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, third, 0);
  pthread_join(t, 0);
  return 0;
}
