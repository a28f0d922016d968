// gotcha: cover --criterion error-call
// verdict: complete
// goals: 1 covered: 1 unreachable: 0 undecided: 0 tests: 1
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 12345678)
    reach_error(); //~ covered
  // One call is enough; this one alone would keep the analysis busy.
  unsigned h = 1;
  for (int i = 0; i < x; i++) {
    h = h * 31 + __VERIFIER_nondet_int();
    if (h * h == 0xdeadbeef && i > 40)
      reach_error();
  }
  return 0;
}
