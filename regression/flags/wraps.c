// gotcha: verify -fwrapv
// verdict: false(no-overflow)
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int sum = x + 1;
  if (x == INT_MAX)
    assert(sum == INT_MIN); //~ HOLDS
  sum = -x * 3 - x;
  sum <<= 1;
  if (y == 0)
    return sum;
  return x / y; //~ one:VIOLATED
}
