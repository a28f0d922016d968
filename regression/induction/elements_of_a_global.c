// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[60];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 60)
    return 0;
  int i = 0;
  while (i < n)
    a[i++] = 5;
  for (int j = 0; j < n; j++)
    if (a[j] != 5)
      reach_error(); //~ HOLDS
  return 0;
}
