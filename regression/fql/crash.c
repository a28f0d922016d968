// gotcha: query --query cover(@10)+(@11)+(@12)
// solvers: embedded
// verdict: incomplete
// goals: 3 covered: 0
// An edge is taken when its instruction is done: a division by zero takes none.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 5;
  y = y / x; //~ undecided
  y = y + 1; //~ undecided
  return y; //~ undecided
}
