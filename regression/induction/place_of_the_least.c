// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[300];
int main(void) {
  int least = 0, any = __VERIFIER_nondet_int();
  for (int i = 0; i < 300; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 300; i++)
    if (a[i] < a[least])
      least = i;
  if (any >= 0 && any < 300 && a[any] < a[least])
    reach_error(); //~ HOLDS
  return 0;
}
