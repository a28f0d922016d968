// asks: unreach-call
#include "../families.h"
int main(void) {
  int outer = 0, clock = 0, spare = 7;
  while (outer < 3000) {
    int wait = 0;
    while (wait < 10000) {
      wait++;
      if (clock < 1000)
        clock++;
    }
    outer++;
    if (spare > HOLDS(0, -1))
      spare--;
    __VERIFIER_assert(wait == 10000 && clock <= 1000 && spare >= 0);
  }
  __VERIFIER_assert(clock == 1000);
  return 0;
}
