// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
// One of two counters goes down in each round but for those in which the inner loop stops early, and only one of them is what the loop asks for. The inner loop sets others.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000)
    return 0;
  int l = n / 2 + 1, r = n, i, j;
  while (r > 1) {
    i = l;
    for (j = 2 * l; j <= r; j = 2 * j) {
      if (__VERIFIER_nondet_int())
        break;
      i = j;
    }
    if (j <= r)
      continue;
    if (l > 1)
      l--;
    else
      r--;
  }
  return 0;
}
