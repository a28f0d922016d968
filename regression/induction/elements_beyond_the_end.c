// gotcha: verify --property unreach-call --timeout 15s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int a[1001];
  a[n] = 1;
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i <= n; i++)
    if (a[i] != 0)
      reach_error(); //~ VIOLATED
  return 0;
}
