// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned char a[2000];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 2000)
    return 0;
  // In the middle some are still zero.
  for (;;) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= n)
      break;
    if (a[k] > 4)
      reach_error(); //~ HOLDS
    if (a[k] < 4)
      a[k] = a[k] + 1;
  }
  return 0;
}
