// asks: unreach-call
#include "../families.h"
struct link {
  struct link *next, *previous;
  int mark;
};
int main(void) {
  struct link *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct link *l = malloc(sizeof *l);
    assume(l != 0);
    l->mark = 1;
    l->previous = 0;
    l->next = head;
    if (head)
      head->previous = HOLDS(l, __VERIFIER_nondet_int() ? l : 0);
    head = l;
  }
  for (struct link *p = head; p && p->next; p = p->next)
    __VERIFIER_assert(p->next->previous == p);
  return 0;
}
