// gotcha: verify --property assertions --strategy bmc --without interleavings
// verdict: true
// proof: clocks
#include <assert.h>
#include <pthread.h>

/* Which element a shared pointer leads to is not known, only the array. */
extern int __VERIFIER_nondet_int(void);
static int cells[4] = {10, 11, 12, 13};
static int *chosen;

static void *choose(void *argument) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 4)
    chosen = &cells[i];
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, choose, 0);
  pthread_join(a, 0);
  if (chosen)
    assert(*chosen >= 10 && *chosen <= 13);
  return 0;
}
