// gotcha: verify --property unreach-call --timeout 8s
// verdict: true
// solvers: embedded (the others need more time)
// proof: k-induction invariants
// What holds while x is below n, and what holds afterwards.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000)
    return 0;
  int x = 0, y = n;
  while (x < 2 * n) {
    if (x >= n)
      y++;
    x++;
  }
  if (y != x)
    reach_error(); //~ HOLDS k-induction 3
  return 0;
}
