// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
// solvers: embedded yices cvc5 (z3 needs more than a trial may take)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 60)
    return 0;
  int a[60];
  for (int i = n - 1; i >= 0; i--)
    a[i] = 3 * i;
  for (int i = 0; i < n; i++)
    if (a[i] != 3 * i)
      reach_error(); //~ HOLDS
  return 0;
}
