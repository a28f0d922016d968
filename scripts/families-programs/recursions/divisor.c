// asks: unreach-call
#include "../families.h"
static int gcd(int a, int b) {
  if (a <= 0 || b <= 0)
    return 0;
  if (a == b)
    return a;
  return a > b ? gcd(a - b, b) : gcd(a, b - a);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  assume(a > 0 && b > 0);
  int g = gcd(a, b);
  __VERIFIER_assert(g >= HOLDS(1, 2) && g <= a && g <= b);
  return 0;
}
