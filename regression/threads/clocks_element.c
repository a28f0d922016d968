// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int cells[4];

static void *put(void *argument) {
  int at = __VERIFIER_nondet_int();
  if (at >= 1 && at < 4)
    cells[at] = 7;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, put, 0);
  pthread_join(a, 0);
  assert(cells[0] == 0 && cells[1] + cells[2] + cells[3] <= 7);
  return 0;
}
