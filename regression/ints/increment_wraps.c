// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 8 unreachable: 4 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  unsigned char u = __VERIFIER_nondet_uchar();
  signed char s = __VERIFIER_nondet_char();
  unsigned char before = u++;
  if (u == 0) { //~ true:covered false:covered
    if (before != 255) //~ true:unreachable false:covered
      return 1;
  }
  int old = s;
  if (s++ == 127) { //~ true:covered false:covered
    if (s != -128) //~ true:unreachable false:covered
      return 2;
    return 3;
  }
  if (s != old + 1) //~ true:unreachable false:covered
    return 4;
  if (--s != old) //~ true:unreachable false:covered
    return 5;
  return 0;
}
