// gotcha: cover
// verdict: complete
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > 1.0f && x < 1.0009765625f)) //~ true:covered false:covered
    return 0;
  float error = fmaf(x, x, -(x * x));
  if (error == 0.0f) //~ true:covered false:covered
    return 1;
  if (error == 0x1p-46f) //~ true:covered false:covered
    return 2;
  return 3;
}
