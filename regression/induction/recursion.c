// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// Calls within calls change what a loop sees.
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned depth, deepest, low;

static void down(unsigned n) {
  depth++;
  if (depth > deepest)
    deepest = depth;
  while (n > 0) {
    n--;
    down(n);
  }
  depth--;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() & 7;
  if (low > 0) //~ true:unreachable
    return 3;
  down(n);
  if (deepest == 6) //~ true:undecided
    return 1;
  return 0;
}
