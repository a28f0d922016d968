// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static void assume_abort_if_not(int cond) {
  if (!cond) //~ true:covered false:covered
    abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 10);
  assume_abort_if_not(y > x);
  if (y <= 1) //~ true:unreachable false:covered
    return 1;
  if (x >= 10) //~ true:unreachable false:covered
    return 2;
  if (x == 9 && y == 10) //~ true:covered false:covered
    return 3;
  return 0;
}
