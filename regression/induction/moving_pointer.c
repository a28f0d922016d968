// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// What is written depends on where a pointer came to point in an earlier iteration.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned x = 0, y = 0, z = 0;
  unsigned *p = &x;
  unsigned n = __VERIFIER_nondet_ushort(), steps = 0;
  for (unsigned i = 0; i < n; i++) {
    if (i == 5)
      p = &y;
    *p = 7;
    steps++;
  }
  if (y == 7 & steps * 3 == 37035) //~ true:undecided
    return 1;
  if (z == 7) //~ true:unreachable k-induction
    return 2;
  if (y == 6) //~ true:unreachable k-induction
    return 3;
  if (p == &z) //~ true:unreachable k-induction
    return 4;
  return 0;
}
