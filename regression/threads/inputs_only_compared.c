// gotcha: verify --property assertions --without clocks
// verdict: true
// All that is asked of the input is how it compares with constants, so a few values stand for all.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int n, small;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int chosen(void) {
  int value = __VERIFIER_nondet_int();
  return value;
}

static void *work(void *argument) {
  int own = chosen();
  pthread_mutex_lock(&lock);
  n = own;
  if (n < -40000)
    small = 1;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(small || n >= -40000); //~ HOLDS exhaustive
  return 0;
}
