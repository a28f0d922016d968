// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  static int a[3000];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3000)
    return 0;
  for (int i = 0; i < n; i += 3)
    a[i] = 1;
  for (int i = 0; i < n; i += 3)
    if (a[i] != 1)
      reach_error(); //~ HOLDS
  return 0;
}
