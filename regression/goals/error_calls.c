// gotcha: cover --criterion error-call
// verdict: complete
// goals: 2 covered: 1 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 12345678)
    reach_error(); //~ covered
  if (x == 12345678)
    reach_error(); //~ unreachable
  return 0;
}
