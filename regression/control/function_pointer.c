// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 5 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

static int twice(int x) { return 2 * x; }
static int inverse(int x) { return -x; }

int main(void) {
  int (*f)(int) = twice;
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    f = inverse;
  int r = f(21);
  if (r == 42) //~ true:covered false:covered
    return 1;
  if (r == -21) //~ true:covered false:unreachable
    return 2;
  return 3;
}
