// gotcha: verify
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int by_pointer(int i) {
  assert(i != 3); //~ VIOLATED
  return i;
}

static int (*const table[])(int) = { by_pointer };

static int (*chosen(int n))(int) {
  return table[n];
}

int main(void) {
  return chosen(0)(__VERIFIER_nondet_int());
}
