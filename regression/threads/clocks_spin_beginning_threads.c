// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int count;

static void *one(void *argument) {
  __sync_fetch_and_add(&count, 1);
  return 0;
}

int main(void) {
  pthread_t a;
  do
    pthread_create(&a, 0, one, 0);
  while (__VERIFIER_nondet_int());
  assert(count < 2);
  return 0;
}
