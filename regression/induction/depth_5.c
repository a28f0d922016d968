// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// What is asked compares the last bits of what two computations had 3 iterations ago: shown with 4 iterations before the one that counts, and not with fewer.
// (A division is no invariant to propose.)
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = 0, b = 0, a1 = 0, b1 = 0, a2 = 0, b2 = 0, a3 = 0, b3 = 0, steps = 0, two = 2;
  while (__VERIFIER_nondet_uint() != 7) {
    unsigned c = __VERIFIER_nondet_uint();
    if ((a3 ^ b3) % two) //~ true:unreachable k-induction 5
      return 1;
    a3 = a2;
    b3 = b2;
    a2 = a1;
    b2 = b1;
    a1 = a;
    b1 = b;
    a = a + c;
    b = b + 3 * c;
    if (steps++ * 3 == 37035) //~ true:undecided
      return 2;
  }
  return 0;
}
