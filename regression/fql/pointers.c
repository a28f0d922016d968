// gotcha: query --query cover(@CALLS)->(@ENTRY(up)|@ENTRY(down))->(@EXIT(up)|@EXIT(down))
// solvers: embedded
// verdict: complete
// goals: 12 covered: 4 unreachable: 8
// Calls through a pointer lead where it points: of the ways from the call into one function and out of it those that match are taken.
extern int __VERIFIER_nondet_int(void);
int n;
static void up(void) { n = n + 1; }
static void down(void) { n = n - 1; }

int main(void) {
  void (*step)(void) = __VERIFIER_nondet_int() ? up : down;
  step();
  return n;
}
