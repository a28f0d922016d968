// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

static int next(void) {
  static int n = 10;
  return n++;
}
int main(void) {
  next();
  int a = next();
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    next();
  int b = next();
  if (a == 11) //~ true:covered false:unreachable
    a = 0;
  if (b == 13) //~ true:covered false:covered
    return 1;
  if (b != 12) //~ true:unreachable false:covered
    return 2;
  return 0;
}
