// gotcha: cover --without clocks
// verdict: complete
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int turn, rounds;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  for (int i = 0; i < 2; i++) { //~ covered
    pthread_mutex_lock(&lock);
    if (turn == 0) //~ covered
      turn = 1;
    else
      rounds++;
    if (rounds > 3) //~ true:unreachable exhaustive
      turn = 5;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

/* With an input, the second thread may never begin. */
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  if (__VERIFIER_nondet_bool()) { //~ covered
    pthread_create(&b, 0, worker, 0);
    pthread_join(b, 0);
  }
  pthread_join(a, 0);
  if (rounds == 3) //~ covered
    return 1;
  if (turn == 5) //~ true:unreachable exhaustive
    return 2;
  return 0;
}
