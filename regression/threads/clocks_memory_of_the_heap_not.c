// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int *cell;

static void *look(void *argument) {
  int seen = *(int *)argument;
  assert(seen == 9);
  return 0;
}

int main(void) {
  pthread_t a;
  cell = calloc(1, sizeof *cell);
  if (!cell)
    return 0;
  pthread_create(&a, 0, look, cell);
  *cell = 9;
  return 0;
}
