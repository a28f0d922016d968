// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
// The loop inside has an equation of its own; what is claimed of it has even coefficients, which have no inverse.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = 0, i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < i; j++)
      total++;
  if (2 * total != n * n - n)
    reach_error(); //~ HOLDS
  return 0;
}
