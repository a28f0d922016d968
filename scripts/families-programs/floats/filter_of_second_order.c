// asks: unreach-call
#include "../families.h"
int main(void) {
  double s0 = 0, s1 = 0;
  for (int i = 0; i < 1000000; i++) {
    double in = __VERIFIER_nondet_double();
    assume(in >= 0.0 && in <= 1.0);
    double s = 0.25 * s0 + 0.25 * s1 + in;
    s1 = s0;
    s0 = s;
    __VERIFIER_assert(s0 >= 0.0 && s0 <= HOLDS(2.5, 1.5));
  }
  return 0;
}
