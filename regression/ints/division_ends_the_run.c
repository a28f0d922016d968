// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 4 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int q = 100 / x;
  if (x == 0) //~ true:unreachable false:covered
    return 1;
  if (q == 100) //~ true:covered false:covered
    return 2;
  int y = __VERIFIER_nondet_int();
  int p = y / x;
  if (x == -1 && y == -2147483647 - 1) //~ true:unreachable false:covered
    return 3;
  return 0;
}
