// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[800], b[800];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 800)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 2;
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
  for (int i = 0; i < n; i++)
    if (b[i] != 2 * i + 1)
      reach_error(); //~ HOLDS
  return 0;
}
