// asks: unreach-call
#include "../families.h"
int main(void) {
  double x = __VERIFIER_nondet_double();
  assume(x > 1.0 && x < 1e30);
  while (x > 1.0)
    x /= 2.0;
  __VERIFIER_assert(x > HOLDS(0.5, 0.6) || x == 0.5);
  __VERIFIER_assert(x <= 1.0);
  return 0;
}
