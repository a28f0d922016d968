// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 5 unreachable: 1 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0;
  while (1) {
    n++;
    if (n == 5) //~ true:covered false:covered
      break;
    if (n > 5) //~ true:unreachable false:covered
      return 1;
  }
  for (;;) {
    n--;
    if (n == 0) //~ true:covered false:covered
      return 0;
  }
}
