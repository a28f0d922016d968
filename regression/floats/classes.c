// gotcha: cover
// verdict: complete
// goals: 14 covered: 12 unreachable: 2
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  switch (fpclassify(x)) {
  case FP_NAN: //~ covered
    return signbit(x) ? 1 : 2; //~ true:covered false:covered
  case FP_INFINITE: //~ covered
    return 3;
  case FP_ZERO: //~ covered
    return 4;
  case FP_SUBNORMAL: //~ covered
    if (isnormal(x) || !isfinite(x)) //~ true:unreachable false:covered
      return 5;
    return 6;
  default:
    if (isinf(x)) //~ true:unreachable false:covered
      return 7;
    return 8;
  }
}
