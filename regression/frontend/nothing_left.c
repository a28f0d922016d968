// gotcha: verify --property assertions
// verdict: false(assertions)
// with: nothing_left_of_this.c
// A file of which the preprocessor leaves nothing is a translation unit like any other.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  assert(__VERIFIER_nondet_int() != 3); //~ VIOLATED
  return 0;
}
