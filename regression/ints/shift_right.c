// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 8 unreachable: 4 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int half = x >> 1;
  unsigned u = (unsigned)x >> 1;
  if (half < 0) { //~ true:covered false:covered
    if (x >= 0) //~ true:unreachable false:covered
      return 1;
    if (half == u) //~ true:unreachable false:covered
      return 2;
  }
  if (x >> 31 != 0 && x >> 31 != -1) //~ true:unreachable false:covered
    return 3;
  if (half != x / 2) { //~ true:covered false:covered
    if (x >= 0 || x % 2 == 0) //~ true:unreachable false:covered
      return 4;
  }
  return 0;
}
