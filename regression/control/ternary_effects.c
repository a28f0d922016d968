// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int a, b;

int main(void) {
  int x = __VERIFIER_nondet_int();
  int r =
      (x == 4) ? a++ : --b; //~ true:covered false:covered
  if (a == 1 && b == -1) //~ true:unreachable false:covered
    return 1;
  if (r == 0) { //~ true:covered false:covered
    if (a == 1) //~ true:covered false:unreachable
      return 2;
  }
  return 0;
}
