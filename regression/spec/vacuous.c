// gotcha: check --spec vacuous.spc --vacuity
// verdict: true
// paths: feasible: 0 infeasible: 1 unknown: 0
// `end` is called on no path that can be taken, and nobody calls `start`.
extern int __VERIFIER_nondet_int(void);
extern void begin(void), end(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  begin();
  if (n > 3 && n < 3) {
    end();
    begin();
  }
  if (n > n)
    begin(); //~ INFEASIBLE
  return 0;
}
