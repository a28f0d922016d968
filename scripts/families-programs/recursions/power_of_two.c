// asks: unreach-call
#include "../families.h"
static unsigned long twice(unsigned n, unsigned long base) {
  if (n == 0)
    return base;
  return twice(n - 1, base + base);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume(n < 60);
  unsigned long r = twice(n, 3);
  __VERIFIER_assert(r % 3 == 0 && (n == 0 || r % 2 == 0) && r >= HOLDS(3, 4));
  return 0;
}
