// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 5 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int sign;
  if (x > 0) //~ true:covered false:covered
    sign = 1;
  else if (x < 0) //~ true:covered false:covered
    sign = -1;
  else
    sign = 0;
  if (sign == 2) //~ true:unreachable false:covered
    return 1;
  return 0;
}
