// gotcha: cover
// verdict: complete
#include <fenv.h>
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  unsigned mode = __VERIFIER_nondet_int();
  if (mode > 3) //~ true:covered false:covered
    return 0;
  fesetround(modes[mode]);
  float x = __VERIFIER_nondet_float();
  float third = x / 3.0f;
  if (x == 1.0f) { //~ true:covered false:covered
    if (third == 0x1.555554p-2f) //~ true:covered false:covered
      return 1;
    if (third != 0x1.555556p-2f) //~ true:unreachable false:covered
      return 2;
  }
  return 0;
}
