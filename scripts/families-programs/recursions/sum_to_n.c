// asks: unreach-call
#include "../families.h"
static unsigned sum(unsigned n) {
  return n == 0 ? 0 : n + sum(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume(n < 20000);
  __VERIFIER_assert(2 * sum(n) == HOLDS(n * (n + 1), n * (n + 1 - n / 1500)));
  return 0;
}
