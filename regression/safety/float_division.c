// gotcha: verify --property float-div-by-zero
// verdict: false(float-div-by-zero)
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double(), r = 1;
  switch (__VERIFIER_nondet_int()) {
  case 0: r = 1 / d; break; //~ VIOLATED
  case 1: r /= f; break; //~ VIOLATED
  case 2: if (d > 0) r = 1 / d; break; //~ HOLDS
  case 3: if (f != 0) r /= f; break; //~ HOLDS
  case 4: r = 1 / (f - f); break; //~ VIOLATED
  case 5: r = d / 2; break; //~ HOLDS
  }
  return r > 3;
}
