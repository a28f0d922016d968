// gotcha: verify --property assertions --without interleavings
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int level = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    if (level < 10)
      level++;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(level >= 1 && level <= 10); //~ HOLDS thread-modular
  return 0;
}
