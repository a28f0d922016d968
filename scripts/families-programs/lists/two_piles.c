// asks: unreach-call
#include "../families.h"
struct card {
  int red;
  struct card *under;
};
int main(void) {
  struct card *deck = 0, *reds = 0, *blacks = 0;
  while (__VERIFIER_nondet_int()) {
    struct card *c = malloc(sizeof *c);
    assume(c != 0);
    c->red = __VERIFIER_nondet_int() != 0;
    c->under = deck;
    deck = c;
  }
  while (deck) {
    struct card *c = deck;
    deck = c->under;
    struct card **pile = c->red ? &reds : &blacks;
    c->under = *pile;
    *pile = c;
  }
  for (struct card *c = reds; c; c = c->under)
    __VERIFIER_assert(c->red == HOLDS(1, 0));
  return 0;
}
