// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int sum;

static void add(int n) {
  int old;
  do
    old = __atomic_load_n(&sum, __ATOMIC_SEQ_CST);
  while (!__sync_bool_compare_and_swap(&sum, old, old + n));
}

static void *work(void *argument) {
  add(__VERIFIER_nondet_int() & 15);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  add(20);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum >= 20);
  return 0;
}
