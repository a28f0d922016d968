// gotcha: verify --property unreach-call --timeout 30s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  static int a[1000];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int low = 0, high = n - 1;
  while (low <= high) {
    int value = __VERIFIER_nondet_int();
    if (value < 0)
      a[low++] = value;
    else
      a[high--] = value;
  }
  for (int i = low; i < n; i++)
    if (a[i] <= 0)
      reach_error(); //~ VIOLATED
  return 0;
}
