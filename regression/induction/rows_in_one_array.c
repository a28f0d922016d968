// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  static int a[4000];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 200)
    return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 20; j++)
      a[i * 20 + j] = 3;
  for (int k = 0; k < n * 20; k++)
    if (a[k] != 3)
      reach_error(); //~ HOLDS
  return 0;
}
