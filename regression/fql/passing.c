// gotcha: query --query cover(@CONDITIONEDGE)passing^(NOT(@18))*$
// solvers: embedded
// verdict: complete
// goals: 4 covered: 1 unreachable: 3
// Runs that count do not call the function: what is in it and the way to it are not on any of them.
extern int __VERIFIER_nondet_int(void);

static int twice(int x) {
  if (x > 5) //~ unreachable
    return 10;
  return 2 * x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 3)
    y = twice(x);
  return y;
}
