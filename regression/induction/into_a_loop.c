// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A jump into a loop: its first iteration begins in the middle.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_ushort(), x = 0, y = 0, steps = 0;
  if (n > 100)
    goto inside;
  while (n > 0) {
    n--;
    steps++;
    x++;
  inside:
    y = x == 3 ? 2 : 1;
    if (y == 2)
      x = x + 10;
    if (y == 3) //~ true:unreachable k-induction
      return 1;
  }
  if (x > 13 & steps * 3 == 37035) //~ true:undecided
    return 2;
  if (y > 2) //~ true:unreachable k-induction
    return 3;
  return 0;
}
