// gotcha: check --spec choice.spc
// verdict: false(spec)
// paths: feasible: 2 infeasible: 1 unknown: 0
extern int __VERIFIER_nondet_int(void);
extern void a(void), b(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  a();
  a();
  a();
  if (n == 4)
    b(); //~ FEASIBLE
  if (n == 4)
    b(); //~ FEASIBLE
  if (n == 5 && n == 6)
    b(); //~ INFEASIBLE
  return 0;
}
