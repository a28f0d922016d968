// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[200][300];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 200)
    return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 300; j++)
      a[i][j] = i + j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 300; j++)
      if (a[i][j] != i + j)
        reach_error(); //~ HOLDS
  return 0;
}
