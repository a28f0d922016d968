// asks: unreach-call
#include "../families.h"
int main(void) {
  int locked = 0, open = 0, mode = 0;
  while (__VERIFIER_nondet_int()) {
    int ask = __VERIFIER_nondet_int();
    switch (mode) {
    case 0:
      __VERIFIER_assert(!locked);
      locked = 1;
      mode = ask ? 1 : 2;
      break;
    case 1:
      open++;
      if (open == 3 || ask == 5) {
        mode = HOLDS(2, ask == 5 && open == 2 ? 0 : 2);
        open = 0;
      }
      break;
    case 2:
      __VERIFIER_assert(locked && open == 0);
      locked = 0;
      mode = 0;
      break;
    default:
      __VERIFIER_assert(0);
    }
  }
  return 0;
}
