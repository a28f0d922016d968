// asks: unreach-call
#include "../families.h"
unsigned counts[10];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assume(n < 5000);
  for (unsigned i = 0; i < n; i++) {
    unsigned v = __VERIFIER_nondet_uint() % HOLDS(10, 11);
    if (v < 10)
      counts[v]++;
    else
      counts[0] = n + 1;
    for (int k = 0; k < 10; k++)
      __VERIFIER_assert(counts[k] <= n);
  }
  return 0;
}
