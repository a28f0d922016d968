// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (isnan(x))
    return 0;
  assert(floorf(x) <= x && ceilf(x) >= x);            //~ HOLDS
  assert(fabsf(truncf(x)) <= fabsf(x));                //~ HOLDS
  assert(copysignf(fabsf(x), x) == x);                 //~ HOLDS
  assert(fminf(x, 3.0f) <= fmaxf(x, 3.0f));            //~ HOLDS
  return 0;
}
