// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant one: F "x == 1";
// Steps in functions that several loops call.
extern int __VERIFIER_nondet_int(void);
int x, y;
static void tick(void) { static int n; n = (n + 1) & 7; if (n == 3) x = 1; else x = 0; }
static void work(int k) { do { tick(); k--; } while (k > 0); }
int main(void) {
  int mode = __VERIFIER_nondet_int();
  switch (mode) {
  case 1: for (;;) work(__VERIFIER_nondet_int() & 3);
  case 2: again: tick(); y = !y; if (mode) goto again; break;
  default: work(9);
  }
  return 0;
}
