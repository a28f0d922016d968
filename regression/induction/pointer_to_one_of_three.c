// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// The pointer leads to one of two variables, or now and then to the third.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void step(int *p) {
  if (*p < 10)
    *p = *p + 1;
}

int main(void) {
  int a = 0, b = 3, c = 7;
  int *seen = &c;
  while (__VERIFIER_nondet_int()) {
    int *p = __VERIFIER_nondet_int() ? &a : __VERIFIER_nondet_int() == 5 ? &c : &b;
    step(p);
    if (*seen != 7 || a > 10 || b > 10)
      reach_error();
  }
  return 0;
}
