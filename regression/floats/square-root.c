// gotcha: verify --property assertions
// verdict: false
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 2.0 && x <= 4.0))
    return 0;
  double root = sqrt(x);
  assert(root * root != 2.25); //~ VIOLATED
  return 0;
}
