// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned x = 1, rounds = 0;
  while (rounds < 300000000) {
    if (__VERIFIER_nondet_int())
      x += 6;
    else
      x += HOLDS(4, 3);
    rounds++;
    __VERIFIER_assert(x % 2 == 1);
  }
  return 0;
}
