// gotcha: check --property one_change.prop
// verdict: false(spec)
// paths: feasible: 2 infeasible: 1 unknown: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = 1, a[4] = {0};
  a[m++ & 3] = m; //~ FEASIBLE
  if (n * 0)
    n = n++ + 1; //~ INFEASIBLE
  m = a[0] + --n; //~ FEASIBLE
  return m;
}
