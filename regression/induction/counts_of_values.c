// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: true
// No value came more often than there were rounds.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned often[16];
int main(void) {
  unsigned rounds = __VERIFIER_nondet_uint();
  if (rounds > 100000)
    return 0;
  for (unsigned i = 0; i < rounds; i++) {
    often[__VERIFIER_nondet_uint() % 16] += 2;
    for (int k = 0; k < 16; k++)
      if (often[k] > 2 * i + 2)
        reach_error(); //~ HOLDS
  }
  return 0;
}
