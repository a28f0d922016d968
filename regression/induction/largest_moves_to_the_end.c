// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[400];
int main(void) {
  int i;
  for (i = 0; i < 400; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 1; i < 400; i++)
    if (a[i - 1] > a[i]) {
      int t = a[i - 1];
      a[i - 1] = a[i];
      a[i] = t;
    }
  for (i = 0; i < 400; i++)
    if (a[i] > a[399])
      reach_error(); //~ HOLDS
  return 0;
}
