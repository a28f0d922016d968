// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int n = !!x + (y > 3) + (x && y) + !y;
  if (n > 3 || n < 0) //~ true:unreachable false:covered
    return 1;
  if (n == 3) { //~ true:covered false:covered
    if (y <= 3 || x == 0) //~ true:unreachable false:covered
      return 2;
  }
  if (n == 0) { //~ true:covered false:covered
    if (x != 0 || y == 0) //~ true:unreachable false:covered
      return 3;
  }
  return 0;
}
