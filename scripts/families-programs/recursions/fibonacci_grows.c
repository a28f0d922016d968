// asks: unreach-call
#include "../families.h"
static int fib(int n) {
  if (n < 2)
    return n < 1 ? 0 : 1;
  return fib(n - 1) + fib(n - 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  assume(n > -30 && n <= 30);
  int f = fib(n);
  __VERIFIER_assert(f >= n - HOLDS(1, 0));
  return 0;
}
