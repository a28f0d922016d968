// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 7 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (y < x) { //~ true:covered false:covered
    if (x != 2147483647) //~ true:unreachable false:covered
      return 1;
    if (y == -2147483647 - 1) //~ true:covered false:unreachable
      return 2;
    return 3;
  }
  int z = x * 2;
  if (z / 2 != x) //~ true:covered false:covered
    return 4;
  if (x > 1073741823) //~ true:unreachable false:covered
    return 5;
  return 0;
}
