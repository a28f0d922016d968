// gotcha: cover
// verdict: complete
extern double __VERIFIER_nondet_double(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long n = __VERIFIER_nondet_long();
  // Every long is a long double, but not a double.
  if ((long)(long double)n != n) //~ true:unreachable false:covered
    return 1;
  if (n != -9223372036854775807L && n < 9223372036854775000L && (long)(double)n != n) //~ true:covered false:covered
    return 2;
  double x = __VERIFIER_nondet_double();
  _Float128 wide = x;
  if (wide * wide == 2.25) //~ true:covered false:covered
    return 3;
  return 4;
}
