// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// Which function is called is found out some iterations before.
extern unsigned short __VERIFIER_nondet_ushort(void);
static unsigned x, y, z;
static void one(void) { x = 1; }
static void two(void) { y = 2; }
static void three(void) { z = 3; }

int main(void) {
  void (*now)(void) = one, (*next)(void) = one, (*never)(void) = three;
  unsigned n = __VERIFIER_nondet_ushort(), steps = 0;
  for (unsigned i = 0; i < n; i++) {
    now();
    steps++;
    now = next;
    if (i == 3)
      next = two;
  }
  if (y == 2 & steps * 3 == 37035) //~ true:undecided
    return 1;
  if (z == 3) //~ true:unreachable k-induction
    return 2;
  if (never != three) //~ true:unreachable k-induction
    return 3;
  return 0;
}
