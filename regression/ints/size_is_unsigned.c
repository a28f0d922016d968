// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 7 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[3];
  if (n - sizeof a < 0) //~ true:unreachable false:covered
    return 1;
  if (n > sizeof a) { //~ true:covered false:covered
    if (n < 0) //~ true:covered false:covered
      return 2;
  }
  if (n == sizeof a / sizeof *a) //~ true:covered false:covered
    return 3;
  return 0;
}
