// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar() % 8 + 1;
  unsigned char b = __VERIFIER_nondet_uchar() % 8 + 1;
  unsigned char x = a, y = b;
  while (y != 0) { //~ true:covered false:covered
    unsigned char r = x % y;
    x = y;
    y = r;
  }
  if (x == 0) //~ true:unreachable false:covered
    return 1;
  if (a % x != 0 || b % x != 0) //~ true:unreachable false:covered
    return 2;
  if (x == 4 && a == 8) //~ true:covered false:covered
    return 3;
  if (x > a) //~ true:unreachable false:covered
    return 4;
  return 0;
}
