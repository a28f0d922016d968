// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
// A number goes up until a flag is cleared, which is set again on the way down.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), goes_up = 1;
  while (goes_up || x > 0) {
    if (!goes_up)
      goes_up = --x < 50;
    else if (x > 100 || __VERIFIER_nondet_int())
      goes_up = 0;
    else
      x++;
  }
  return 0;
}
