// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 4 unreachable: 2 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  if (b == 0) //~ true:covered false:covered
    return 0;
  if (a / b * b + a % b != a) //~ true:unreachable false:covered
    return 1;
  if (a % b >= b) //~ true:unreachable false:covered
    return 2;
  return 0;
}
