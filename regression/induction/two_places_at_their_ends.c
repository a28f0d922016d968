// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// The largest values are reached.
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
    if (m >= 31)
      reach_error();
  }
  return 0;
}
