// gotcha: verify --property infinite-recursion
// verdict: false(infinite-recursion)
extern int __VERIFIER_nondet_int(void);
static int limit = 3;

/* For negative numbers it comes back to itself. */
static int count(int n) {
  if (n == 0)
    return 0;
  return 1 + count(n < 0 ? n : n - 1); //~ VIOLATED
}

static int waits(int n) {
  if (limit > 3)
    return n;
  return waits(n); //~ VIOLATED
}

static int sum(int n) {
  if (n <= 0 || n > 20)
    return 0;
  return n + sum(n - 1); //~ HOLDS
}

static int fib(int n) {
  if (n < 2)
    return n;
  return fib(n - 1) + fib(n - 2); //~ HOLDS
}

static int odd(int n);
static int even(int n) {
  return n == 0 ? 1 : odd(n - 1); //~ HOLDS
}
static int odd(int n) {
  return n == 0 ? 0 : even(n - 1); //~ HOLDS
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  switch (__VERIFIER_nondet_int()) {
  case 0: return n < 5 && count(n);
  case 1: return n == 7 && waits(n);
  case 2: return sum(n);
  case 3: return n < 6 && fib(n);
  case 4: return n >= 0 && n < 8 && even(n);
  }
  return 0;
}
