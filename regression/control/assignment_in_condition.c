// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x, y = 5;
  if ((x = __VERIFIER_nondet_int()) > 0) //~ true:covered false:covered
    y = x;
  if (y <= 0) //~ true:unreachable false:covered
    return 1;
  int n = 3;
  while (n--) //~ true:covered false:covered
    y = n;
  if (n == -1) //~ true:covered false:unreachable
    return 0;
  return 2;
}
