// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char rest = x;
  int ones = 0;
  while (rest) { //~ true:covered false:covered
    rest &= rest - 1;
    ones++;
  }
  if (ones > 8) //~ true:unreachable false:covered
    return 1;
  if (ones == 8) { //~ true:covered false:covered
    if (x != 255) //~ true:unreachable false:covered
      return 2;
  }
  if (ones == 1 && x == 12) //~ true:unreachable false:covered
    return 3;
  return 0;
}
