// asks: unreach-call
#include "../families.h"
int main(void) {
  int n = __VERIFIER_nondet_int();
  double sum = 0.0;
  assume(n > 0 && n <= 10000);
  for (int i = 0; i < n; i++) {
    int v = __VERIFIER_nondet_int();
    assume(v >= 0 && v <= 100);
    sum += v;
  }
  __VERIFIER_assert(sum >= 0.0 && sum <= HOLDS(1000000.0, 1000.0));
  return 0;
}
