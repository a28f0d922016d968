// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
// Each round sets one of the two to anything, and the other one to what the smaller one was.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    int least = x < y ? x : y;
    if (__VERIFIER_nondet_int()) {
      x = least;
      y = __VERIFIER_nondet_int();
    } else {
      y = least;
      x = __VERIFIER_nondet_int();
    }
  }
  return 0;
}
