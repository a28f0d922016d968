// gotcha: cover --criterion branch
// verdict: complete
// goals: 4 covered: 3 unreachable: 1 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  unsigned char average = (a & b) + ((a ^ b) >> 1);
  if (average != (a + b) / 2) //~ true:unreachable false:covered
    return 1;
  unsigned char wrong = (unsigned char)(a + b) / 2;
  if (wrong != average) //~ true:covered false:covered
    return 2;
  return 0;
}
