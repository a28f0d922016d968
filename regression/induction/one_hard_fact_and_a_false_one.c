// gotcha: verify --property unreach-call --timeout 10s --solver embedded
// verdict: false
// solvers: embedded (others may know how to prove the hard fact)
// As one_hard_fact.c, but what is claimed is false: b is 3 after the fourth iteration.
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
    b = a == 25 ? 3 : 9 - b;
    k--;
    if (x * (z - 1) == 12345 && y == 77)
      return 1;
  }
  if (b != 2 && b != 7)
    reach_error(); //~ VIOLATED
  return 0;
}
