// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int i = 1, j = 1;

static void *one(void *argument) {
  for (int k = 0; k < 5; k++)
    i += j;
  return 0;
}

static void *two(void *argument) {
  for (int k = 0; k < 5; k++)
    j += i;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  assert(i <= 143 && j <= 143);
  return 0;
}
