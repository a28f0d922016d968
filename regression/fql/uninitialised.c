// gotcha: query --query cover@CONDITIONEDGE
// solvers: embedded
// verdict: incomplete
// goals: 4 covered: 2 undecided: 2
// No test chooses the value of a variable that is not initialised; what does not depend on it is covered.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int unknown;
  if (__VERIFIER_nondet_int()) { //~ covered
    if (unknown > 3) //~ undecided
      return 1;
  }
  return 0;
}
