// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int n = 0;
  if (a > 0 && n++ == 0) //~ true:covered false:covered
    n += 10;
  if (n == 1) //~ true:unreachable false:covered
    return 1;
  if (n == 0 || n++ > 100) { //~ true:covered false:covered
    if (a > 0) //~ true:unreachable false:covered
      return 2;
  } else if (n == 12) //~ true:covered false:unreachable
    return 3;
  return 0;
}
