// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned a = 0, b = 100000000;
  while (a < 100000000) {
    a++;
    b--;
  }
  __VERIFIER_assert(b == HOLDS(0, 1));
  return 0;
}
