// gotcha: verify --property float-cast
// verdict: false(float-cast)
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
static int take(int x) { return x; }
static short give(double x) { return x; } //~ VIOLATED

int main(void) {
  int k = __VERIFIER_nondet_int();
  double d = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();
  long double e = d;
  switch (k) {
  case 0: return (int)d; //~ VIOLATED
  case 1: { int n = d; return n; } //~ VIOLATED
  case 2: { _Bool b = d; return b; }
  case 3: { unsigned u = -0.5; return u; }
  case 4: if (d > -1 && d < 256) { unsigned char c = d; return c; } return 0; //~ HOLDS
  case 5: if (d > -2 && d < 256) { unsigned char c = d; return c; } return 0; //~ VIOLATED
  case 6: return take(d); //~ VIOLATED
  case 7: return give(d);
  case 8: { int n = 1; n += d; return n; } //~ VIOLATED
  case 9: { unsigned char n = 1; n *= 2.5; return n; } //~ HOLDS
  case 10: if (f >= 0) { unsigned __int128 w = f; return w > 3; } return 0; //~ VIOLATED
  case 11: { unsigned __int128 w = f; return w > 3; } //~ VIOLATED
  case 12: if (f > -1e38f && f < 1e38f) { __int128 w = f; return w > 3; } return 0; //~ HOLDS
  case 13: { __int128 w = f; return w > 3; } //~ VIOLATED
  case 14: { long n = e; return n > 3; } //~ VIOLATED
  case 15: if (e > -9e18L && e < 9e18L) { long n = e; return n > 3; } return 0; //~ HOLDS
  case 16: { int n = 0; n = f; return n; } //~ VIOLATED
  case 17: { signed char a[] = {f}; return a[0]; } //~ VIOLATED
  case 18: if (f < 100) { int n = f > -100 ? f : 0; return n; } return 0; //~ HOLDS
  case 19: { int n = 5; n -= f; return n; } //~ VIOLATED
  case 20: { int n = 3; n++; return n == (int)(n + 0.5); } //~ HOLDS
  case 21: switch ((int)d) { case 1: return 1; } return 0; //~ VIOLATED
  case 22: { struct { int b : 4; } s; s.b = d; return s.b; } //~ VIOLATED
  }
  return 0;
}
