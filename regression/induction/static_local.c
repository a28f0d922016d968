// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A static variable of a function that is called from two places, one of them in a loop.
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned step(unsigned by) {
  static unsigned sum = 1, steps;
  sum = (sum + by) & 15;
  steps++;
  if (sum == 11)
    return 100;
  if (sum > 15) //~ true:unreachable k-induction
    return 101;
  return steps;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_ushort(), r = step(0);
  while (n > 0) {
    n--;
    r = step(2);
  }
  if (r * 3 == 37035) //~ true:undecided
    return 1;
  return 0;
}
