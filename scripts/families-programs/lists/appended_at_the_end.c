// asks: unreach-call
#include "../families.h"
struct node {
  int data;
  struct node *next;
};
int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  assume(first != 0);
  first->data = 1;
  first->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    assume(n != 0);
    n->data = HOLDS(2, __VERIFIER_nondet_int() ? 2 : 1);
    n->next = 0;
    last->next = n;
    last = n;
  }
  __VERIFIER_assert(first->data == 1);
  for (struct node *p = first->next; p; p = p->next)
    __VERIFIER_assert(p->data == 2);
  return 0;
}
