// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y =
      (x > 3) ? x : 3; //~ true:covered false:covered
  if (y < 3) //~ true:unreachable false:covered
    return 1;
  int z =
      (y == 3) ? 1 : 2; //~ true:covered false:covered
  if (z == 1 && x > 3) //~ true:unreachable false:covered
    return 2;
  return 0;
}
