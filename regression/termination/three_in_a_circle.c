// gotcha: verify --property termination
// verdict: false(termination)
// Whatever one of the three may become, and the first grows again.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  while (x > 0 && y > 0 && z > 0) {
    int what = __VERIFIER_nondet_int();
    if (what == 0) {
      x--;
      y = __VERIFIER_nondet_int();
    } else if (what == 1) {
      y--;
      z = __VERIFIER_nondet_int();
    } else {
      z--;
      x = 9;
      z = 9;
    }
  }
  return 0;
}
