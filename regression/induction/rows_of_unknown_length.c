// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[256][256];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 200)
    return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = 7;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      if (a[i][j] != 7)
        reach_error(); //~ HOLDS
  return 0;
}
