// asks: unreach-call
#include "../families.h"
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  assume(n > 0 && n <= 100000);
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = 1;
  a[n / 2] = HOLDS(1, 2);
  for (int i = 0; i < n; i++)
    sum += a[i];
  __VERIFIER_assert(sum == n);
  return 0;
}
