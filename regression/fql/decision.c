// gotcha: query --query cover(EDGES(@DECISIONEDGE))
// solvers: embedded
// verdict: complete
// goals: 9 covered: 9
// As many goals as the criterion testcomp has.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 3 && x < 10)
    y = 1;
  while (y < 3)
    y++;
  switch (x) {
  case 1:
  case 2:
    return 1;
  default:
    return x > 0 ? y : 0;
  }
}
