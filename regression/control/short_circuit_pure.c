// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a && b) //~ true:covered false:covered
    return 1;
  if (a || b) { //~ true:covered false:covered
    if (a && b) //~ true:unreachable false:covered
      return 2;
    if (!a && !b) //~ true:unreachable false:covered
      return 3;
  }
  if (a != 0 && 10 / a == 5 || b == 3) //~ true:covered false:covered
    return 4;
  return 0;
}
