// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// What is asked after a loop has the loop's iterations before it as a hypothesis, and nothing more.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
  while (n > 0) {
    n--;
    x += 3;
    y += 3;
    if (x != y) //~ true:unreachable k-induction
      return 1;
  }
  if (x != y) //~ true:unreachable k-induction
    return 2;
  if (x == 3000) //~ true:undecided
    return 3;
  return 0;
}
