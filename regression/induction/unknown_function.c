// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A function without a body may write where its argument points, in any iteration.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void unknown(unsigned *);

int main(void) {
  unsigned x = 0, y = 0;
  unsigned *p = &x;
  unsigned n = __VERIFIER_nondet_uchar();
  for (unsigned i = 0; i < n; i++) {
    if (x == 1234)
      y = 1;
    unknown(p);
  }
  if (y == 1) //~ true:undecided
    return 1;
  if (y == 2) //~ true:unreachable k-induction
    return 2;
  return 0;
}
