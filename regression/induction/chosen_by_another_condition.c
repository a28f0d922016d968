// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[600], b[600];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 600)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (a[i] < 9)
      b[i] = 0;
    else
      b[i] = a[i];
  for (int i = 0; i < n; i++)
    if (b[i] < a[i] || b[i] < 0)
      reach_error(); //~ VIOLATED
  return 0;
}
