// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A pointer that walks through an array, and one to the members of structs in turn.
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pair {
  unsigned a, b;
};

int main(void) {
  unsigned a[40] = {0}, before = 3;
  struct pair s = {0, 0}, t = {0, 0};
  unsigned *p = a, *q = &s.a;
  while (p < a + 39) {
    if (__VERIFIER_nondet_uchar() == 0)
      break;
    *p++ = 4;
    *q = 9;
    q = p == a + 26 ? &t.b : q == &s.a ? &s.b : &s.a;
  }
  if (a[29] == 4) //~ true:undecided
    return 1;
  if (t.b == 9) //~ true:undecided
    return 2;
  if (t.a == 9) //~ true:unreachable k-induction
    return 3;
  if (before != 3) //~ true:unreachable k-induction
    return 4;
  return 0;
}
