// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[1000], sum = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i < 20 ? 3 : 4;
  for (int i = 0; i < n; i++)
    sum += a[i];
  if (sum != 3 * n)
    reach_error(); //~ VIOLATED
  return 0;
}
