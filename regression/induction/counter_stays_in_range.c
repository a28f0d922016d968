// gotcha: verify --property unreach-call --timeout 8s
// verdict: true
// proof: states-stand-for-all invariants holds k-induction
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  while (i < n) {
    i++;
    if (s > 200)
      s = 0;
    else
      s += 2;
  }
  if (s > 300)
    reach_error(); //~ HOLDS
  return 0;
}
