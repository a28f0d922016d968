// asks: unreach-call
#include "../families.h"
static int is_odd(unsigned n);
static int is_even(unsigned n) {
  return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(unsigned n) {
  return n == 0 ? 0 : is_even(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int even = is_even(n);
  __VERIFIER_assert(even == (n % 2 == 0) HOLDS(, && !(n > 500 && n % 97 == 0)));
  return 0;
}
