// asks: unreach-call
#include "../families.h"
int main(void) {
  int x = 0, y = 50000000;
  while (x < 100000000) {
    if (x < 50000000)
      x++;
    else {
      x++;
      y++;
    }
  }
  __VERIFIER_assert(y == HOLDS(100000000, 99999999));
  return 0;
}
