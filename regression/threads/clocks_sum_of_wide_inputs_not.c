// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static unsigned sum, first, second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *argument) {
  first = (unsigned)__VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  sum += first;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *two(void *argument) {
  second = (unsigned)__VERIFIER_nondet_int();
  sum += second;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == first + second);
  return 0;
}
