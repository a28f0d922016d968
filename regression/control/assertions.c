// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 9)
    return 0;
  assert(x >= 0); //~ HOLDS
  int y = x * 3;
  assert(y != 21); //~ VIOLATED
  assert(y % 3 == 0); //~ HOLDS
  assert(y < 28); //~ HOLDS
  return 0;
}
