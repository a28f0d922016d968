// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int value, full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *fill(void *argument) {
  int got = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  value = got / 2;
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, fill, 0);
  pthread_mutex_lock(&lock);
  if (!full)
    pthread_cond_wait(&filled, &lock);
  int was_full = full, seen = value;
  pthread_mutex_unlock(&lock);
  if (was_full)
    assert(seen < 2000000000);
  return 0;
}
