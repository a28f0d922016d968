// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  static int a[150][150];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 150)
    return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = i - j + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      if (a[i][j] < 2)
        reach_error(); //~ VIOLATED
  return 0;
}
