// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 7 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0;
  int i = 3;
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    goto inside;
  for (i = 0; i < 5; i++) { //~ true:covered false:covered
    n += 10;
  inside:
    n++;
  }
  if (n == 55) //~ true:covered false:covered
    return 1;
  if (n == 12) //~ true:covered false:unreachable
    return 2;
  return 3;
}
