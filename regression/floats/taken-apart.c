// gotcha: cover
// verdict: complete
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  int exponent;
  float digits = frexpf(x, &exponent);
  if (exponent == -140) //~ true:covered false:covered
    return 1;
  if (x == x && x != 0 && !isinf(x) && (fabsf(digits) < 0.5f || fabsf(digits) >= 1.0f)) //~ true:unreachable false:covered
    return 2;
  float whole, rest = modff(x, &whole);
  if (rest == -0.25f && whole == -3.0f) //~ true:covered false:covered
    return 3;
  if (nextafterf(x, INFINITY) == 1.0f && x > 1.0f) //~ true:unreachable false:covered
    return 4;
  return 5;
}
