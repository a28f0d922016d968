// gotcha: check --lockset
// verdict: false(lockset)
// paths: feasible: 4 infeasible: 0 unknown: 2
// A thread gets at what it uses by pointers: to a static variable, to a local one of the function that began it, to what that function allocated.
#include <pthread.h>
#include <stdlib.h>

struct account { pthread_mutex_t lock; int kept, bare; };

static struct account shared = {PTHREAD_MUTEX_INITIALIZER, 0, 0}; //~ race:FEASIBLE
static int other = 0;

static void use(struct account *account) {
  pthread_mutex_lock(&account->lock);
  account->kept++;
  pthread_mutex_unlock(&account->lock);
}

static void *work(void *argument) {
  struct account *account = argument;
  use(account);
  account->bare++;
  return 0;
}

static void *count(void *argument) {
  ++*(int *)argument;
  return 0;
}

static void *look(void *argument) {
  return *(int *)argument == 1 ? argument : 0;
}

int main(void) {
  pthread_t t;
  int local = 1; //~ race:FEASIBLE
  int safe = 1; //~ race:UNKNOWN
  int *several = malloc(2 * sizeof *several); //~ race:FEASIBLE
  struct account *own = malloc(sizeof *own); //~ race:FEASIBLE
  int *handed_over = calloc(1, sizeof *handed_over); //~ race:UNKNOWN
  if (!several || !own || !handed_over)
    return 1;
  pthread_create(&t, 0, work, &shared);
  use(&shared);
  shared.bare = 5;
  pthread_join(t, 0);

  pthread_create(&t, 0, count, &local);
  local++;
  pthread_join(t, 0);

  other = safe;
  pthread_create(&t, 0, look, &safe);
  pthread_join(t, 0);
  pthread_create(&t, 0, count, &several[0]);
  several[1] = 1;
  several[0] = 1;
  pthread_join(t, 0);

  pthread_mutex_init(&own->lock, 0);
  own->bare = own->kept = 0;
  pthread_create(&t, 0, work, own);
  use(own);
  pthread_join(t, 0);
  own->bare++;

  pthread_create(&t, 0, count, handed_over);
  pthread_join(t, 0);
  return *several;
}
