// gotcha: verify --property unreach-call --timeout 10s --solver embedded --without control-graph
// verdict: true
// solvers: embedded (others may know how to prove the hard fact)
// That 1 + x * (z - 1) is y is a fact about the loop that bits do not show in time. It must not cost the facts that are easy.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int z = __VERIFIER_nondet_int();
  int k = __VERIFIER_nondet_int();
  long long x = 1, y = z;
  unsigned a = 7, b = 2;
  while (k > 0) {
    x = x * z + 1;
    y = y * z;
    a += b;
    if (a > 1000)
      a = 7;
    b = 9 - b;
    k--;
    if (x * (z - 1) == 12345 && y == 77)
      return 1;
  }
  if (b != 2 && b != 7)
    reach_error(); //~ HOLDS k-induction 3
  return 0;
}
