// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[1000], sum[1];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  sum[0] = 0;
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    sum[0] = sum[0] + a[i];
  if (sum[0] != n)
    reach_error(); //~ HOLDS
  return 0;
}
