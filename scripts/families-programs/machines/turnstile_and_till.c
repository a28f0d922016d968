// asks: unreach-call
#include "../families.h"
int main(void) {
  unsigned coins = 0, passed = 0, locked = 1, jam = 0;
  while (passed < 1000000) {
    unsigned input = __VERIFIER_nondet_uint() % 3;
    if (jam) {
      jam--;
      continue;
    }
    switch (input) {
    case 0:
      coins++;
      if (locked)
        locked = 0;
      else
        coins--;
      break;
    case 1:
      if (!locked) {
        passed++;
        locked = HOLDS(1, passed == 1000 ? 0 : 1);
      }
      break;
    case 2:
      jam = 4;
    }
    __VERIFIER_assert(coins >= passed && coins <= passed + 1);
  }
  return 0;
}
