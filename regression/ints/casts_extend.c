// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 8 unreachable: 4 undecided: 0
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  signed char s = __VERIFIER_nondet_char();
  unsigned char u = __VERIFIER_nondet_uchar();
  unsigned a = s;
  int b = u;
  unsigned long long c = s;
  if (b < 0) //~ true:unreachable false:covered
    return 1;
  if (a > 127) { //~ true:covered false:covered
    if (a < 4294967168u) //~ true:unreachable false:covered
      return 2;
    if (c != 18446744069414584320ULL + a) //~ true:unreachable false:covered
      return 3;
  }
  if ((unsigned short)s == 65535) { //~ true:covered false:covered
    if (s != -1) //~ true:unreachable false:covered
      return 4;
  }
  return 0;
}
