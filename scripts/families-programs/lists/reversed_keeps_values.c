// asks: unreach-call
#include "../families.h"
struct n {
  unsigned v;
  struct n *next;
};
int main(void) {
  struct n *a = 0, *b = 0;
  unsigned k = __VERIFIER_nondet_uint();
  while (k-- > 0) {
    struct n *x = malloc(sizeof *x);
    assume(x != 0);
    x->v = __VERIFIER_nondet_uint() % HOLDS(10, 12);
    x->next = a;
    a = x;
  }
  while (a) {
    struct n *x = a;
    a = a->next;
    x->next = b;
    b = x;
  }
  while (b) {
    __VERIFIER_assert(b->v <= 10);
    b = b->next;
  }
  return 0;
}
