// gotcha: verify --property unreach-call
// verdict: false
// The product wraps for large numbers, and runs with the largest take too long.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  unsigned long long sum = 0;
  while (i != n)
    sum += ++i;
  if (2 * sum != n * n + n)
    reach_error(); //~ VIOLATED
  return 0;
}
