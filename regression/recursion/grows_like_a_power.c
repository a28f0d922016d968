// gotcha: verify --property unreach-call
// verdict: true
// That sums do not wrap follows from a bound by a power of two.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int leaves(int n) {
  if (n <= 0)
    return 1;
  return leaves(n - 1) + leaves(n - 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 25 && leaves(n) < n)
    reach_error(); //~ HOLDS
  return 0;
}
