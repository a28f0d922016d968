// asks: unreach-call
#include "../families.h"
struct node {
  int h;
  struct node *n;
};
int main(void) {
  struct node *list = malloc(sizeof *list), *p = list;
  assume(list != 0);
  while (__VERIFIER_nondet_int()) {
    p->h = 1;
    p->n = malloc(sizeof *p);
    assume(p->n != 0);
    p = p->n;
  }
  while (__VERIFIER_nondet_int()) {
    p->h = 2;
    p->n = malloc(sizeof *p);
    assume(p->n != 0);
    p = p->n;
  }
  p->h = 3;
  p->n = 0;
  p = list;
  while (p->h == 1)
    p = p->n;
  while (p->h == 2)
    p = p->n;
  __VERIFIER_assert(p->h == 3 && p->n == HOLDS(0, list));
  return 0;
}
