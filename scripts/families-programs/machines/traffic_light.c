// asks: unreach-call
#include "../families.h"
enum colour { RED, RED_YELLOW, GREEN, YELLOW };
int main(void) {
  enum colour cars = RED, walkers = RED;
  int wait = 0;
  for (;;) {
    int pressed = __VERIFIER_nondet_int();
    switch (cars) {
    case RED:
      if (walkers == GREEN && wait++ > 5)
        walkers = RED, wait = 0;
      else if (walkers == RED && !pressed)
        cars = RED_YELLOW;
      else if (walkers == RED && pressed)
        walkers = GREEN;
      break;
    case RED_YELLOW:
      cars = GREEN;
      break;
    case GREEN:
      if (pressed)
        cars = YELLOW;
      if (HOLDS(0, pressed == 12345 && wait++ > 2))
        walkers = cars = GREEN;
      break;
    case YELLOW:
      cars = RED;
      break;
    }
    __VERIFIER_assert(!(cars == GREEN && walkers == GREEN));
  }
}
