// asks: unreach-call
#include "../families.h"
int main(void) {
  int want0 = 0, want1 = 0, turn = 0, pc0 = 0, pc1 = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      switch (pc0) {
      case 0:
        want0 = 1;
        pc0 = 1;
        break;
      case 1:
        turn = HOLDS(1, 0);
        pc0 = 2;
        break;
      case 2:
        if (!want1 || turn == 0)
          pc0 = 3;
        break;
      case 3:
        __VERIFIER_assert(pc1 != 3);
        want0 = 0;
        pc0 = 0;
      }
    } else {
      switch (pc1) {
      case 0:
        want1 = 1;
        pc1 = 1;
        break;
      case 1:
        turn = 0;
        pc1 = 2;
        break;
      case 2:
        if (!want0 || turn == 1)
          pc1 = 3;
        break;
      case 3:
        __VERIFIER_assert(pc0 != 3);
        want1 = 0;
        pc1 = 0;
      }
    }
  }
}
