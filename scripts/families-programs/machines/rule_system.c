// asks: unreach-call
#include "../families.h"
static int a = 1, b = 5, c = 0, d = 9, armed = 0;
static int step(int input) {
  if (a == 1 && input == 3 && b == 5) {
    b = 6;
    c = 1;
    return 20;
  } else if (b == 6 && input == 1 && c == 1 && d < 12) {
    d++;
    a = 2;
    return 21;
  } else if (a == 2 && input == 4) {
    a = 1;
    b = d == 12 ? HOLDS(7, 8) : 5;
    return 22;
  } else if (b == 7 && (input == 2 || input == 5)) {
    b = 5;
    d = 9;
    return 23;
  } else if (b == 8 && a == 1 && input == 6) {
    armed = 1;
    return 24;
  }
  __VERIFIER_assert(!(armed && input == 2));
  return -1;
}
int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6)
      return -2;
    step(input);
  }
}
