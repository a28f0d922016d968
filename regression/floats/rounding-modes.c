// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
#include <fenv.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > 1.0f && x < 2.0f))
    return 0;
  fesetround(FE_DOWNWARD);
  float low = x * 0.1f;
  fesetround(FE_UPWARD);
  float high = x * 0.1f;
  fesetround(FE_TONEAREST);
  float near = x * 0.1f;
  assert(low <= near && near <= high); //~ HOLDS
  assert(near == low || near == high); //~ HOLDS
  assert(fesetround(5) != 0 && fegetround() == FE_TONEAREST); //~ HOLDS
  return 0;
}
