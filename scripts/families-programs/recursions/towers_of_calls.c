// asks: unreach-call
#include "../families.h"
static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  assume(m >= 0 && m <= 3 && n >= 0 && n < 20);
  __VERIFIER_assert(ackermann(m, n) > HOLDS(n, n + m + 1));
  return 0;
}
