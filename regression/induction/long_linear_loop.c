// gotcha: verify --property unreach-call --timeout 8s
// verdict: true
// solvers: embedded yices cvc5 (z3 needs more than a trial may take)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 0, y = __VERIFIER_nondet_uint() % 1000, z = y;
  while (x < 0x0fffffff) {
    x++;
    z += 2;
  }
  if (z != y + 2 * x)
    reach_error(); //~ HOLDS k-induction
  return 0;
}
