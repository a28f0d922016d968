// gotcha: verify --property unreach-call --timeout 8s
// verdict: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), i = 0, total = 0;
  if (n > 60000 || m > 60000)
    return 0;
  while (i < n) {
    unsigned j = 0;
    while (j < m) {
      j++;
      total++;
      if (j > m)
        reach_error(); //~ HOLDS k-induction
    }
    if (i >= n || j != m)
      reach_error(); //~ HOLDS k-induction
    i++;
  }
  if (i != n)
    reach_error(); //~ HOLDS k-induction
  return 0;
}
