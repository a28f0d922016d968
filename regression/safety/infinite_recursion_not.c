// gotcha: verify --property infinite-recursion
// verdict: true
extern int __VERIFIER_nondet_int(void);
static int seen;

/* The argument stays, but what is read does not. */
static int until(int n) {
  if (++seen > 3)
    return n;
  return until(n); //~ HOLDS
}

static int asks(int n) {
  if (__VERIFIER_nondet_int() || ++seen > 4)
    return n;
  return asks(n); //~ HOLDS
}

static int twice(int n) {
  return n <= 0 ? 1 : twice(n - 1) + twice(n - 1); //~ HOLDS
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 4)
    return 0;
  return until(n) + asks(n) + twice(n);
}
