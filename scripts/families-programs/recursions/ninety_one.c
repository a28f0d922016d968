// asks: unreach-call
#include "../families.h"
static int f(int x) {
  return x > 100 ? x - 10 : f(f(x + 11));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = f(x);
  __VERIFIER_assert(r == 91 || x > HOLDS(101, 102));
  return 0;
}
