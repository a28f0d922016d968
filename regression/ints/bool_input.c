// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 6 unreachable: 4 undecided: 0
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool();
  int b = __VERIFIER_nondet_bool();
  if (b != 0 && b != 1) //~ true:unreachable false:covered
    return 1;
  if (a ^ b) { //~ true:covered false:covered
    if (a == b) //~ true:unreachable false:covered
      return 2;
  } else if (a + b == 1) //~ true:unreachable false:covered
    return 3;
  if (~a == 0) //~ true:unreachable false:covered
    return 4;
  return 0;
}
