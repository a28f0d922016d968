// gotcha: cover --criterion branch
// verdict: complete
// goals: 14 covered: 10 unreachable: 4 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char u = x;
  signed char s = x;
  short h = x;
  if (u == 44 && x == 300) //~ true:covered false:covered
    return 1;
  if (x == 200) { //~ true:covered false:covered
    if (s != -56) //~ true:unreachable false:covered
      return 2;
  }
  if (x == 0x18000) { //~ true:covered false:covered
    if (h != -32768) //~ true:unreachable false:covered
      return 3;
  }
  if (u != (x & 255)) //~ true:unreachable false:covered
    return 4;
  if ((signed char)u != s) //~ true:unreachable false:covered
    return 5;
  return 0;
}
