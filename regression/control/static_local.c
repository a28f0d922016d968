// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

static int next(void) {
  static int counter = 10;
  counter += 5;
  return counter;
}

int main(void) {
  int first = next();
  if (first != 15) //~ true:unreachable false:covered
    return 1;
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    next();
  int last = next();
  if (last == 25) //~ true:covered false:covered
    return 2;
  if (last == 20) //~ true:covered false:unreachable
    return 3;
  return 4;
}
