// gotcha: verify --property unreach-call
// verdict: true
/* Products of 64 bits in another order of operands. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), c = b;
  if (a * b != c * a)
    reach_error();
  return 0;
}
