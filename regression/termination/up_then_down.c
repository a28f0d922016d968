// gotcha: verify --property termination --timeout 20s
// verdict: true
// A number goes up until a flag is cleared, and then down.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), goes_up = 1;
  while (goes_up || x > 0) {
    if (!goes_up)
      x--;
    else if (x > 100 || __VERIFIER_nondet_int())
      goes_up = 0;
    else
      x++;
  }
  return 0;
}
