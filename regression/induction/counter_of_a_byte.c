// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
// The small counter is the large one modulo 256.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned char small = 0;
  unsigned long large = 0, n = __VERIFIER_nondet_ulong();
  while (large < n) {
    small += 3;
    large += 3;
  }
  if (large == 900000000000 && small != (unsigned char)900000000000)
    reach_error(); //~ HOLDS
  return 0;
}
