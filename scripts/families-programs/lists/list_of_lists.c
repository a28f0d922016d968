// asks: valid-memsafety
#include "../families.h"
struct leaf {
  struct leaf *next;
};
struct branch {
  struct branch *next;
  struct leaf *leaves;
};
int main(void) {
  struct branch *all = 0;
  while (__VERIFIER_nondet_int()) {
    struct branch *b = malloc(sizeof *b);
    assume(b != 0);
    b->leaves = 0;
    while (__VERIFIER_nondet_int()) {
      struct leaf *l = malloc(sizeof *l);
      assume(l != 0);
      l->next = b->leaves;
      b->leaves = l;
    }
    b->next = all;
    all = b;
  }
  while (all) {
    struct branch *b = all;
    all = b->next;
    while (b->leaves) {
      struct leaf *l = b->leaves;
      b->leaves = l->next;
      free(l);
    }
    free(HOLDS(b, b->leaves));
  }
  return 0;
}
