// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *spin(void *argument) {
  while (!stop) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, spin, 0);
  int first = pthread_mutex_trylock(&m);
  int second = pthread_mutex_trylock(&m);
  if (second == 0) {
    pthread_mutex_unlock(&m);
    assert(!(first && pthread_mutex_trylock(&m)));
  }
  stop = 1;
  return 0;
}
