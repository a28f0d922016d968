// gotcha: verify --property unreach-call
// verdict: true
// What goes round in one branch stays the same in the other: bounds of remainders and masks.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned h, t, m;

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int c = __VERIFIER_nondet_int();
    if (c == 0)
      h = (h + 1) % 12;
    else if (c == 1)
      t = (t + 5) % 100;
    else
      m = (m + 3) & 31;
    if (h >= 12 || t >= 100 || m > 31)
      reach_error();
  }
  return 0;
}
