// gotcha: verify --property assertions
// verdict: false(assertions)
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x < 10); //~ VIOLATED
  assert(x < 11); //~ HOLDS
  return 0;
}
