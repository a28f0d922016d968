// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 3 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (1 < x < 3) //~ true:covered false:unreachable
    x = 5;
  if (5 > x > 1) //~ true:unreachable false:covered
    return 1;
  if ((x == 5) == 1) //~ true:covered false:unreachable
    return 0;
  return 2;
}
