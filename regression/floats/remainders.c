// gotcha: cover
// verdict: complete
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x < 1000.0f)) //~ true:covered false:covered
    return 0;
  float rest = fmodf(x, 7.0f);
  if (rest == 2.5f) //~ true:covered false:covered
    return 1;
  if (remainderf(x, 7.0f) == -3.25f) //~ true:covered false:covered
    return 2;
  return 3;
}
