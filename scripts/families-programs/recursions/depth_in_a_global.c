// asks: unreach-call
#include "../families.h"
static int depth, deepest;
static void walk(int fuel) {
  depth++;
  if (depth > deepest)
    deepest = depth;
  while (fuel > 0 && __VERIFIER_nondet_int()) {
    fuel--;
    walk(fuel);
  }
  depth HOLDS(--, -= (fuel != 3));
}
int main(void) {
  int fuel = __VERIFIER_nondet_int();
  walk(fuel);
  __VERIFIER_assert(depth == 0 && deepest >= 1);
  return 0;
}
