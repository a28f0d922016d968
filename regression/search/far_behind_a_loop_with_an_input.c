// gotcha: verify --property unreach-call
// verdict: false
// Rounds of the loop are left out when it is run, so that what lies behind them costs nothing.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long i = 0, s = 0;
  unsigned n = __VERIFIER_nondet_uint();
  while (i < 50000000000ULL) {
    i++;
    s += 3;
  }
  if (s == 150000000000ULL && n == 1234)
    reach_error(); //~ VIOLATED
  return 0;
}
