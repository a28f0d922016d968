// gotcha: verify --property valid-deref,valid-free --strategy k-induction --unwind 1 --timeout 20s
// verdict: true
// Two lists have no node in common: their first nodes are different, nothing leads to these, and no two nodes lead to the same one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct card {
  struct card *under;
};

int main(void) {
  struct card *deck = 0, *turned = 0;
  while (__VERIFIER_nondet_int()) {
    struct card *card = malloc(sizeof *card);
    card->under = deck;
    deck = card;
  }
  while (deck) {
    struct card *rest = deck->under;
    deck->under = turned;
    turned = deck;
    deck = rest;
  }
  while (turned) {
    struct card *rest = turned->under;
    free(turned);
    turned = rest;
  }
  return 0;
}
