// gotcha: verify --property unreach-call --timeout 20s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[1000], found = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      found = 1;
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n && a[k] == x && !found)
    reach_error(); //~ HOLDS
  return 0;
}
