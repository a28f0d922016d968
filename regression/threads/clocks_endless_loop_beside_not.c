// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int last;

static void *spin(void *argument) {
  last = 1;
  for (;;)
    last = last < 3 ? last + 1 : 1;
}

int main(void) {
  pthread_t a;
  int n = __VERIFIER_nondet_int();
  pthread_create(&a, 0, spin, 0);
  assert(last == 0 || last == 1);
  assert(n / 2 <= 1073741823);
  return 0;
}
