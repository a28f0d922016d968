// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = 0;
  if (n > 1000)
    return 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j <= i; j++)
      total++;
  if (2 * total != n * n - n)
    reach_error(); //~ VIOLATED
  return 0;
}
