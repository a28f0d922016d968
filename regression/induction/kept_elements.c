// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[500], b[500], kept = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 500)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (a[i] > 10)
      b[kept++] = a[i];
  for (int i = 0; i < kept; i++)
    if (b[i] <= 10)
      reach_error(); //~ HOLDS
  return 0;
}
