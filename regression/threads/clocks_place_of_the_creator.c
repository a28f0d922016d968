// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void *add(void *argument) {
  int *place = argument;
  *place = *place + 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  int start = __VERIFIER_nondet_int() & 0xffff, own = start, other = start;
  pthread_create(&a, 0, add, &own);
  pthread_create(&b, 0, add, &other);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(own == start + 1 && other == start + 1);
  return 0;
}
