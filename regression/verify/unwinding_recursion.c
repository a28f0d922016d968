// gotcha: verify --property unwinding --unwind 3
// verdict: false(unwinding)
extern int __VERIFIER_nondet_int(void);

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); } //~ VIOLATED
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); } //~ HOLDS

static int once(int n) { return n > 0 ? n : 0; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 1;
  return is_even(n) + once(once(n));
}
