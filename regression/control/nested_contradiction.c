// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) { //~ true:covered false:covered
    if (x < 5) //~ true:unreachable false:covered
      return 1;
    if (x == 11) //~ true:covered false:covered
      return 2;
  } else {
    if (x > 20) //~ true:unreachable false:covered
      return 3;
  }
  return 0;
}
