// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: true
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x = 1;

static void *change(void *argument) {
  x = 5;
  return 0;
}

int main(void) {
  pthread_t a;
  int wanted = __VERIFIER_nondet_int();
  if (wanted == 4711)
    pthread_create(&a, 0, change, 0);
  else
    x = 2;
  int seen = x;
  if (wanted != 4711)
    assert(seen == 2);
  assert(seen == 1 || seen == 2 || seen == 5);
  return 0;
}
