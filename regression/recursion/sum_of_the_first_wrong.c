// gotcha: verify --property unreach-call
// verdict: false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned sum(unsigned n) {
  if (n == 0)
    return 0;
  return sum(n - 1) + n - n / 300;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 5000 && 2 * sum(n) != n * n + n)
    reach_error(); //~ VIOLATED
  return 0;
}
