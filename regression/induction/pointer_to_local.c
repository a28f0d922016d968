// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A pointer to a variable of the loop's body, to another one now and then.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned outer = 0, kept = 0;
  unsigned n = __VERIFIER_nondet_ushort(), steps = 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned inner = 1;
    unsigned *p = &inner;
    if (i == 4)
      p = &outer;
    *p = 2;
    steps++;
    if (inner == 1)
      kept = outer;
  }
  if (kept == 2 & steps * 3 == 37035) //~ true:undecided
    return 1;
  if (outer == 1) //~ true:unreachable k-induction
    return 2;
  return 0;
}
