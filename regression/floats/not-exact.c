// gotcha: cover
// verdict: incomplete
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0.0 && x <= 10.0)) //~ true:covered false:covered
    return 0;
  // What a sine cannot be is proved, what it is not at this place is not.
  if (sin(x) > 1.0) //~ true:unreachable false:covered
    return 1;
  if (sin(x) > 0.5) //~ true:covered false:covered
    return 2;
  if (exp(x) < 0.0) //~ true:unreachable false:covered
    return 3;
  // So far from zero numbers are too far apart for the search to find one by chance.
  if (x > 4.0 && sin(x) == 0x1.2345678p-9) //~ false:covered
    return 4;
  return 5;
}
