// gotcha: check --spec lines.spc
// verdict: false(spec)
// paths: feasible: 1 infeasible: 1 unknown: 0
// The end is reached behind one line and not behind the other.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = 0;

  if (n > 3)
    m = n;

  if (n > 5 && n < 4) {
    m = 1;
    return 1; //~ INFEASIBLE
  }
  return m; //~ FEASIBLE
}
