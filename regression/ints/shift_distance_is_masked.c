// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 5 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = 32 + __VERIFIER_nondet_uchar() % 4;
  int one = 1;
  int r = one << n;
  if (r == 0) //~ true:unreachable false:covered
    return 1;
  if (r == 8) { //~ true:covered false:covered
    if (n != 35) //~ true:unreachable false:covered
      return 2;
  }
  long long wide = 1;
  wide = wide << n;
  if (wide < 4294967296LL) //~ true:unreachable false:covered
    return 3;
  return 0;
}
