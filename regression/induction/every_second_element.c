// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[2000];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++) {
    a[2 * i] = i;
    a[2 * i + 1] = -1;
  }
  for (int i = 0; i < n; i++)
    if (a[2 * i] != i)
      reach_error(); //~ HOLDS
  return 0;
}
