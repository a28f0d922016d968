// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
// That one round more keeps the equation of products follows from its terms, not from bits of circuits; the sum wraps.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0, odd = 1, i;
  for (i = 0; i < n; i++) {
    sum += odd;
    odd += 2;
  }
  if (sum != i * i)
    reach_error(); //~ HOLDS
  return 0;
}
