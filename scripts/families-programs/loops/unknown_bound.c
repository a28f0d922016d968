// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0;
  assume(n > 20000000 && n < 1000000000);
  while (i < n) {
    sum += 2;
    i++;
  }
  __VERIFIER_assert(sum == 2 * HOLDS(n, (n | 1)));
  return 0;
}
