// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// Two pointers change places; a third variable gets its address into the cycle late.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned x = 1, y = 2, z = 3, w = 4;
  unsigned *p = &x, *q = &y, *r = &z;
  unsigned n = __VERIFIER_nondet_ushort(), steps = 0;
  while (n > 0) {
    n--;
    steps++;
    unsigned *other = p;
    p = q;
    q = r;
    r = other;
    *p = *p == 2 ? 2 : 5;
  }
  if (x == 5 & steps * 3 == 37035) //~ true:undecided
    return 1;
  if (y == 5) //~ true:unreachable k-induction
    return 2;
  if (w == 5) //~ true:unreachable k-induction
    return 3;
  return 0;
}
