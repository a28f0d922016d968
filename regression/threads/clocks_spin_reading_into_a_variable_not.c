// gotcha: verify --property assertions --without interleavings --without threads --without search
// verdict: false
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int turn, data;

static void *other(void *argument) {
  data = __VERIFIER_nondet_int();
  __VERIFIER_assume(data != 7);
  turn = 2;
  data = 7;
  return 0;
}

int main(void) {
  pthread_t a;
  int seen = 0, copy[2] = {0, 0};
  pthread_create(&a, 0, other, 0);
  while (seen != 2) {
    seen = turn;
    copy[1] = 0;
  }
  assert(data != 7 && !copy[1]);
  return 0;
}
