// gotcha: verify --property builtin
// verdict: false(builtin)
// unseen by sanitizers: neither compiler checks __builtin_assume
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = 0;
  if (n > 0)
    __builtin_assume(n >= 0); //~ HOLDS
  __builtin_assume(n != 5); //~ VIOLATED
  __builtin_assume(m++ == 5);
  return n + m;
}
