// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
// proof: states-stand-for-all invariants holds k-induction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 60)
    return 0;
  int a[60];
  for (int i = 0; i < n; i++) {
    int v = __VERIFIER_nondet_int();
    a[i] = v < 0 ? 0 : v > 9 ? 9 : v;
  }
  for (int i = 0; i < n; i++)
    if (a[i] < 0 || a[i] >= 10)
      reach_error(); //~ HOLDS
  return 0;
}
