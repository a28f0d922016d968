// gotcha: check --spec assume.spc
// verdict: false(spec)
// paths: feasible: 2 infeasible: 1 unknown: 0
// What the automaton assumes of the values restricts the paths; actions come before assumptions, so that a is below 15.
extern int __VERIFIER_nondet_int(void);
extern void low(void), high(void), both(void);
static int read_value(void) { return __VERIFIER_nondet_int(); }

int main(void) {
  int a = read_value(), b;
  b = read_value();
  if (a == 9)
    low(); //~ FEASIBLE
  else if (b == 14)
    high(); //~ FEASIBLE
  else if (a > 14 || a > b + 4)
    both(); //~ INFEASIBLE
  return 0;
}
