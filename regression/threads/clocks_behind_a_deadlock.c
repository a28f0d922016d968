// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int reached;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *stuck(void *argument) {
  pthread_mutex_lock(&lock);
  reached = __VERIFIER_nondet_int();
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_mutex_lock(&lock);
  pthread_create(&a, 0, stuck, 0);
  pthread_join(a, 0);
  assert(reached == 0);
  return 0;
}
