// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x, y;
  if (x = __VERIFIER_nondet_int(), y = x, y++, x < y) //~ true:covered false:covered
    y = 0;
  else if (x != 2147483647) //~ true:unreachable false:covered
    return 1;
  int i, j;
  for (i = 0, j = 4; i < j; i++, j--) //~ true:covered false:covered
    ;
  if (i != 2 || j != 2) //~ true:unreachable false:covered
    return 2;
  return 0;
}
