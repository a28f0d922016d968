// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 9 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = x % 3;
  if (r == -2) { //~ true:covered false:covered
    if (x > 0) //~ true:unreachable false:covered
      return 1;
  }
  if (r > 2 || r < -2) //~ true:unreachable false:covered
    return 2;
  if (x / 16 == 0) { //~ true:covered false:covered
    if (x <= -16 || x >= 16) //~ true:unreachable false:covered
      return 3;
    if (x == -15) //~ true:covered false:covered
      return 4;
  }
  return 0;
}
