// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// The elements of an array change through a pointer, those of another one do not.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned a[8] = {0}, b[8] = {0};
  unsigned *p = a;
  unsigned n = __VERIFIER_nondet_ushort(), steps = 0;
  for (unsigned i = 0; i < n; i++)
    p[i & 7] = 1 + (steps++ & 1);
  if (a[5] == 2 & steps * 3 == 37035) //~ true:undecided
    return 1;
  if (b[5] == 5) //~ true:unreachable k-induction
    return 2;
  return 0;
}
