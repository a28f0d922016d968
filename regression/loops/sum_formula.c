// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 6 unreachable: 2 undecided: 0
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 8;
  int sum = 0;
  for (int i = 1; i <= n; i++) //~ true:covered false:covered
    sum += i;
  if (sum != n * (n + 1) / 2) //~ true:unreachable false:covered
    return 1;
  if (sum == 28) //~ true:covered false:covered
    return 2;
  if (sum == 27) //~ true:unreachable false:covered
    return 3;
  return 0;
}
