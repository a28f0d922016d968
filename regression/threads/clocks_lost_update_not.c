// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int count;

static void *one(void *argument) {
  int by = __VERIFIER_nondet_int();
  __VERIFIER_assume(by > 1000 && by < 5000);
  int old = count;
  count = old + by;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one, 0);
  int old = count;
  count = old + 1;
  pthread_join(a, 0);
  assert(count > 1000);
  return 0;
}
