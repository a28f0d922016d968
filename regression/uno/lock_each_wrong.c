// gotcha: check --property lock_each.prop
// verdict: false(spec)
// paths: feasible: 3 infeasible: 1 unknown: 0
// One lock is free while the other one is not.
extern int __VERIFIER_nondet_int(void);
extern void take(int *);
extern void give(int *);

int main(void) {
  int a = 0, b = 0, n = __VERIFIER_nondet_int();
  take(&a);
  if (n > 5)
    give(&b); //~ FEASIBLE
  if (n > 2) {
    give(&a);
    take(&b);
  }
  if (n == 3)
    take(&b); //~ FEASIBLE
  if (n > 2)
    give(&b); //~ INFEASIBLE
  return 0; //~ FEASIBLE
}
