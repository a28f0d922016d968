// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
  n = __VERIFIER_nondet_int();
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&m);
  while (!n)
    pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
  assert(n != 123456);
  return 0;
}
