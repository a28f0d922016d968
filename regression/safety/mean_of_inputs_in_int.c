// gotcha: verify --property no-overflow --timeout 20s
// verdict: false(no-overflow)
// A sum of inputs is never more than how many there were, times the largest one: too much for its type.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += __VERIFIER_nondet_int();
  return sum / n;
}
