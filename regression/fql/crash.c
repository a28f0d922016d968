// gotcha: query --query cover(@10)+(@11)+(@12)
// solvers: embedded
// verdict: complete
// goals: 3 covered: 0 unreachable: 3
// An edge is taken when its instruction is done: a division by zero takes none.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 5;
  y = y / x; //~ unreachable
  y = y + 1; //~ unreachable
  return y; //~ unreachable
}
