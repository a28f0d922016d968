// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1 --without deduction
// verdict: incomplete(bound
// What is written on the way out of a loop is no change of its iterations, but it is seen after it.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned found = 0, where = 0, other = 0;
  for (unsigned i = 0; i < 50000; i++) {
    unsigned c = __VERIFIER_nondet_uint();
    if (c * c == 0x9abcd210) {
      where = i;
      found = 1;
      break;
    }
    if (c == 'y' && i * 3 == 37035) {
      other = 1;
      goto end;
    }
    if (where != 0) //~ true:unreachable k-induction
      return 9;
  }
end:
  if (where * 3 == 37035) //~ true:undecided
    return 1;
  if (other == 1) //~ true:undecided
    return 2;
  if (found == 1)
    if (other == 1) //~ true:unreachable k-induction
      return 3;
  return 0;
}
