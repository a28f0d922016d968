// gotcha: verify --property assertions
// verdict: false(assertions)
// The thread ends while it holds the lock, so what it left is seen by who joins it.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int level = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    level = 100;
    if (__VERIFIER_nondet_int())
      pthread_exit(0);
    level = 1;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(level <= 10); //~ VIOLATED
  return 0;
}
