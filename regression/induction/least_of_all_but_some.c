// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  int least = a[0];
  for (int i = 1; i < n - 1; i++)
    if (a[i] < least)
      least = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] < least)
      reach_error(); //~ VIOLATED
  return 0;
}
