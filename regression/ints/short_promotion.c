// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 7 unreachable: 1 undecided: 0
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort();
  unsigned short b = __VERIFIER_nondet_ushort();
  if (a - b < 0) //~ true:covered false:covered
    return 1;
  unsigned short d = b - a;
  if (d > 0 && d == 65535) //~ true:covered false:covered
    return 2;
  if (a + b > 131070) //~ true:unreachable false:covered
    return 3;
  if ((unsigned short)(a + b) < a) //~ true:covered false:covered
    return 4;
  return 0;
}
