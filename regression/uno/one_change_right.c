// gotcha: check --property one_change.prop
// verdict: true
// paths: feasible: 0 infeasible: 0 unknown: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = 0;
  n++;
  m += n;
  m = m + 1;
  return m;
}
