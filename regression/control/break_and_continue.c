// gotcha: cover --criterion branch
// verdict: complete
// goals: 12 covered: 10 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int odd = 0;
  int i;
  for (i = 0; i < 6; i++) { //~ true:covered false:covered
    int x = __VERIFIER_nondet_int();
    if (x == 99) //~ true:covered false:covered
      break;
    if (x % 2 == 0) //~ true:covered false:covered
      continue;
    odd++;
  }
  if (i > 6) //~ true:unreachable false:covered
    return 1;
  if (i < 6 && odd == 5) //~ true:covered false:covered
    return 2;
  if (odd > i) //~ true:unreachable false:covered
    return 3;
  return 0;
}
