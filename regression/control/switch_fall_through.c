// gotcha: cover --criterion branch
// verdict: complete
// goals: 16 covered: 13 unreachable: 3 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int n = 0;
  switch (x) {
  case 1: //~ true:covered false:covered
    n++;
  case 2: //~ true:covered false:covered
    n++;
  case 3: //~ true:covered false:covered
    n++;
    break;
  default:
    n = 10;
  }
  if (n == 0) //~ true:unreachable false:covered
    return 1;
  if (n == 3) //~ true:covered false:covered
    return x == 1 ? 0 : 1; //~ true:covered false:unreachable
  if (n == 2) //~ true:covered false:covered
    return 2;
  if (n == 4) //~ true:unreachable false:covered
    return 3;
  return 0;
}
