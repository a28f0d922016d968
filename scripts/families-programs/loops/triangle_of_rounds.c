// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = 0, i, j;
  assume(n <= 10000);
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++)
      total++;
    __VERIFIER_assert(j == i);
  }
  __VERIFIER_assert(2 * total == n * n - HOLDS(n, n / 10000));
  return 0;
}
