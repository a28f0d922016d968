// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: true
// Elements that the loop has not come to are what they were at the start.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned a[700];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 701, at = __VERIFIER_nondet_uint() % 700;
  for (unsigned i = 0; i < n; i++)
    a[i] = i * i + 1;
  if (at >= n && a[at] != 0)
    reach_error(); //~ HOLDS
  return 0;
}
