// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: true
// solvers: embedded (the others multiply bit by bit)
// The counter is its bound and one when the loop ends, which the sum as a polynomial has to be told.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int sum = 0;
  for (int i = 1; i <= n; i++)
    sum = sum + i;
  if (2 * sum != n * (n + 1))
    reach_error(); //~ HOLDS
  return 0;
}
