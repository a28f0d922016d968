// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
  assume(n < 100000000);
  for (unsigned i = 0; i < n; i++)
    x += 3;
  while (x > HOLDS(0, 3)) {
    x -= 3;
    y++;
  }
  __VERIFIER_assert(y == n);
  return 0;
}
