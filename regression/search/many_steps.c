// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 6 covered: 6 unreachable: 0 undecided: 0
// The sum falls below zero only after many iterations, which takes more steps than a run gets at first.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000) {
    return 0;
  }
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    sum += i;
  }
  if ((int)sum < 0) {
    return 1;
  }
  return 0;
}
