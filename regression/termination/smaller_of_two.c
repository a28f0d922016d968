// gotcha: verify --property termination --timeout 20s
// verdict: true
// Each round sets one of the two to anything, but the other one to less than the smaller one was.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    int least = x < y ? x : y;
    if (__VERIFIER_nondet_int()) {
      x = least - 1;
      y = __VERIFIER_nondet_int();
    } else {
      y = least - 1;
      x = __VERIFIER_nondet_int();
    }
  }
  return 0;
}
