// gotcha: cover --criterion error-call
// verdict: complete
// goals: 1 covered: 0 unreachable: 1 undecided: 0 tests: 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x % 2 == 1 && x % 4 == 2)
    reach_error(); //~ unreachable
  while (x != 0) {
    x = x / 2;
    if (x > 1 << 30)
      reach_error();
  }
  return 0;
}
