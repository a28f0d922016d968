// asks: unreach-call
#include "../families.h"
int main(void) {
  double charge = 0.0;
  int on = 0;
  for (;;) {
    if (on)
      charge += 1.0;
    else if (charge > 0.0)
      charge -= 0.5;
    if (charge >= 10.0)
      on = 0;
    else if (charge <= 1.0)
      on = HOLDS(1, __VERIFIER_nondet_int());
    __VERIFIER_assert(charge >= HOLDS(0.0, 0.25 - (charge == 0.0 && on)) && charge <= 10.0);
  }
}
