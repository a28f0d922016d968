// gotcha: cover
// verdict: complete
extern float __VERIFIER_nondet_float(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  int n = x;
  if (n == 12345678) //~ true:covered false:covered
    return 1;
  if (x > 3e9f && n != -2147483647 - 1) //~ true:unreachable false:covered
    return 2;
  unsigned u = __VERIFIER_nondet_uint();
  float rounded = u;
  if (rounded != (double)u) { //~ true:covered false:covered
    if (u < 16777216) //~ true:unreachable false:covered
      return 3;
  }
  return 4;
}
