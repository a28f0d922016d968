// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// Loops one after another and in one another, each of which needs another number of iterations.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned a = 0, b = 0, c = 0, total = 0;
  unsigned n = __VERIFIER_nondet_ushort(), m = __VERIFIER_nondet_ushort();
  for (unsigned i = 0; i < n; i++)
    if (a < 6)
      a++;
  for (unsigned i = 0; i < m; i++) {
    for (unsigned j = 0; j < a; j++)
      if (b < 4)
        b++;
    if (c < b)
      c++;
    total++;
  }
  if (a == 6 & c == 4 & total * 3 == 37035) //~ true:undecided
    return 1;
  if (a > 6) //~ true:unreachable k-induction
    return 2;
  if (b > 4) //~ true:unreachable k-induction
    return 3;
  return 0;
}
