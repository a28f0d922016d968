// asks: unreach-call
#include "../families.h"
int main(void) {
  int a = 1, b = 0, c = 0;
  long rounds = 0;
  while (rounds < 200000000) {
    int t = a;
    a = c;
    c = b;
    b = t;
    rounds++;
  }
  __VERIFIER_assert(a + b + c == 1 && HOLDS(c, a) == 1);
  return 0;
}
