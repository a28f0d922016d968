// gotcha: verify --property float-inexact
// solvers: embedded z3 yices (cvc5 needs more time for the division)
// verdict: false(float-inexact)
// unseen by sanitizers: an inexact result is no error
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  float f = __VERIFIER_nondet_float(), g = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double(), r = 0;
  long l = __VERIFIER_nondet_long();
  switch (__VERIFIER_nondet_int()) {
  case 0: r = f / g; break; //~ VIOLATED
  case 1: r = f * g; break; //~ VIOLATED
  case 2: r = f + g; break; //~ VIOLATED
  case 3: r = f - g; break; //~ VIOLATED
  case 4: r = l; break; //~ VIOLATED
  case 5: r = (int)l; break;
  case 6: f = d; break; //~ VIOLATED
  case 7: f = (signed char)l; break;
  case 8: r = (float)(l & 0xffffff); break;
  case 9: r = (float)(l & 0x1ffffff); break; //~ VIOLATED
  case 10: r = (double)f + 0.0; break; //~ HOLDS
  }
  return r > f;
}
