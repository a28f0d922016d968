// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// What is asked compares the last bits of what two computations had no iterations ago: shown with 1 iteration before the one that counts, and not with fewer.
// (A division is no invariant to propose.)
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = 0, b = 0, steps = 0, two = 2;
  while (__VERIFIER_nondet_uint() != 7) {
    unsigned c = __VERIFIER_nondet_uint();
    if ((a ^ b) % two) //~ true:unreachable k-induction 2
      return 1;
    a = a + c;
    b = b + 3 * c;
    if (steps++ * 3 == 37035) //~ true:undecided
      return 2;
  }
  return 0;
}
