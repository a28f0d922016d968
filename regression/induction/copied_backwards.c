// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[700], b[700];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 700)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    b[n - 1 - i] = a[i];
  for (int i = 0; i < n; i++)
    if (b[i] != a[n - 1 - i])
      reach_error(); //~ HOLDS
  return 0;
}
