// gotcha: verify --property unreach-call
// verdict: true
// The pointer leads to one of two variables, and a third keeps its value.
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
    int *p = __VERIFIER_nondet_int() ? &a : &b;
    step(p);
    if (*seen != 7 || a > 10 || b > 10)
      reach_error();
  }
  return 0;
}
