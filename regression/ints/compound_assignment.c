// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 7 unreachable: 5 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = 200;
  c += 100;
  if (c != 44) //~ true:unreachable false:covered
    return 1;
  c -= x;
  if (c == 45) { //~ true:covered false:covered
    if ((x & 255) != 255) //~ true:unreachable false:covered
      return 2;
  }
  signed char s = -128;
  s /= -1;
  if (s != -128) //~ true:unreachable false:covered
    return 3;
  unsigned u = 1;
  u <<= 33 - 2;
  u >>= 30;
  if (u != 2) //~ true:unreachable false:covered
    return 4;
  int m = -7;
  m %= 4;
  if (m != -3) //~ true:unreachable false:covered
    return 5;
  return 0;
}
