// gotcha: verify --property unreach-call --timeout 15s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int a[1000];
  for (int i = 0; i < n; i++) {
    int v = __VERIFIER_nondet_int();
    a[i] = v < 0 ? 0 : v > 10 ? 10 : v;
  }
  for (int i = 0; i < n; i++)
    if (a[i] < 0 || a[i] >= 10)
      reach_error(); //~ VIOLATED
  return 0;
}
