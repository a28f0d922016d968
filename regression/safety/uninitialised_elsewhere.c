// gotcha: verify --property uninitialised
// verdict: false(uninitialised)
// unseen by sanitizers: only those of other builds look at what was written
// The same variable is read in two places, and only one of them reads it unwritten.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), used;
  if (n > 10) {
    used = n;
  }
  if (n > 12) {
    used++; //~ HOLDS
  }
  if (n == 7) {
    return used; //~ one:VIOLATED
  }
  return 0;
}
