// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 3 + (__VERIFIER_nondet_int() == 0);
  int a[n];
  for (int i = 0; i < n; i++) //~ true:covered false:covered
    a[i] = i;
  if (sizeof a == 16) //~ true:covered false:covered
    return a[3];
  if (a[2] != 2) //~ true:unreachable false:covered
    return 1;
  return 0;
}
