// gotcha: verify --property unreach-call
// solvers: embedded (others look at bits alone)
// verdict: false(unreach-call)
// Newton's steps for the square root: two inputs, of which one range depends on the other.
#include <stdlib.h>

extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  double a = __VERIFIER_nondet_double(), x = __VERIFIER_nondet_double();
  if (!(a >= 1.0 && a <= 4.0 && x >= 0.9 && x <= 4.1))
    abort();
  double y = 0.5 * (x + a / x);
  if (!(y >= 0.9 && y <= 4.1))
    reach_error(); //~ HOLDS
  if (y < 0.9999 && a > 1.1)
    reach_error(); //~ HOLDS
  if (y < 1.3 && a > 1.5)
    reach_error(); //~ VIOLATED
  double z = __VERIFIER_nondet_bool() ? y : -y;
  if (z > -0.9 && z < 0.9)
    reach_error(); //~ HOLDS
  return 0;
}
