// asks: unreach-call
#include "../families.h"
int main(void) {
  int front = 10, back = 0;
  for (int round = 0; round < 100000000; round++) {
    if (front - back > 15)
      back += 4;
    else if (__VERIFIER_nondet_int() > 0)
      front += 3;
    if (front > 1000000) {
      front -= 1000000;
      back -= 1000000;
    }
    __VERIFIER_assert(front - back <= HOLDS(18, 17));
  }
  return 0;
}
