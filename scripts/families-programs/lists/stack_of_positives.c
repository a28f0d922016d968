// asks: unreach-call
#include "../families.h"
struct cell {
  int value;
  struct cell *below;
};
int main(void) {
  struct cell *top = 0;
  while (__VERIFIER_nondet_int()) {
    int v = __VERIFIER_nondet_int();
    if (v HOLDS(>, >=) 0) {
      struct cell *c = malloc(sizeof *c);
      assume(c != 0);
      c->value = v;
      c->below = top;
      top = c;
    } else if (top) {
      struct cell *c = top;
      __VERIFIER_assert(c->value > 0);
      top = c->below;
      free(c);
    }
  }
  return 0;
}
