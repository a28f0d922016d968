// gotcha: verify --property unreach-call --timeout 8s
// verdict: false
// Every second iteration increases n, but once n is increased by two.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int i = 0, n = 0, k = __VERIFIER_nondet_int();
  if (k > 1000 || k < -1000)
    return 0;
  for (i = 0; i < 2 * k; i++) {
    if (i % 2 == 0)
      n += i == 12 ? 2 : 1;
  }
  if (k >= 0 && n != k)
    reach_error(); //~ VIOLATED
  return 0;
}
