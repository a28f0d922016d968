// gotcha: verify --property unreach-call
// verdict: unknown(
// solvers: embedded z3 yices (cvc5 needs more time)
#include <errno.h>
#include <math.h>
void reach_error(void) {}
extern double __VERIFIER_nondet_double(void);

int main(void) {
  errno = 0;
  if (sqrt(__VERIFIER_nondet_double()) < 0 || errno == EDOM)
    reach_error(); //~ UNKNOWN
  return 0;
}
