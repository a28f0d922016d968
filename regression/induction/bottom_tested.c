// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A loop that is tested at its bottom and entered by a jump to the test.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_ushort();
  unsigned x = 0, flag = 0;
  goto test;
body:
  x++;
  flag = !flag;
test:
  if (n-- > 0)
    goto body;
  if (x * 3 == 37035) //~ true:undecided
    return 1;
  if (flag > 1) //~ true:unreachable k-induction
    return 2;
  return 0;
}
