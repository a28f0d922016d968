// gotcha: verify --property unreach-call
// verdict: true
// sizes: LOW=4.0 LOW=2.0
/* A root of a double lies between those of the ends of the range. */
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= LOW && x <= 16.0))
    return 0;
  double r = sqrt(x);
  if (r < 1.4 || r > 4.0)
    reach_error();
  return 0;
}
