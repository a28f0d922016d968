// gotcha: cover
// verdict: complete
// goals: 24 covered: 16 unreachable: 8
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  double x = n;
  if (x > 2147483646.5) //~ true:covered false:covered
    return n == 2147483647 ? 1 : 2; //~ true:covered false:unreachable
  if (x < -1e300 || x == 0.5) //~ true:unreachable false:covered
    return 3;
  if (x <= -2147483647.5 && n != -2147483647 - 1) //~ true:unreachable false:covered
    return 4;
  if ((float)x != (float)n || (long long)x != n) //~ true:unreachable false:covered
    return 5;
  unsigned char small = __VERIFIER_nondet_uchar();
  if ((float)small == x && n > 250) //~ true:covered false:covered
    return 6;
  if ((float)small < 0) //~ true:unreachable false:covered
    return 7;
  float f = __VERIFIER_nondet_float();
  if (f < 0.1) //~ true:covered false:covered
    return f <= 0.1f ? 8 : 9; //~ true:covered false:unreachable
  if (f == 0.1) //~ true:unreachable false:covered
    return 10;
  if (f > 1 && (float)(f * 0.5) != f * 0.5f) //~ true:unreachable false:covered
    return 11;
  if (f > 1e39) //~ true:covered false:covered
    return 12;
  return 13;
}
