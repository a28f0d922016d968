// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low)
    return 0;
  int overflowing = (low + high) / 2;
  int middle = low + (high - low) / 2;
  assert(middle >= low); //~ HOLDS
  assert(middle <= high); //~ HOLDS
  assert(overflowing >= 0); //~ VIOLATED
  return 0;
}
