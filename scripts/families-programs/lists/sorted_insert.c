// asks: unreach-call
#include "../families.h"
struct node {
  int key;
  struct node *next;
};
static struct node *insert(struct node *list, struct node *fresh) {
  if (!list || fresh->key <= list->key) {
    fresh->next = list;
    return fresh;
  }
  struct node *p = list;
  while (p->next && p->next->key HOLDS(<, >) fresh->key)
    p = p->next;
  fresh->next = p->next;
  p->next = fresh;
  return list;
}
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *fresh = malloc(sizeof *fresh);
    assume(fresh != 0);
    fresh->key = __VERIFIER_nondet_int();
    fresh->next = 0;
    list = insert(list, fresh);
  }
  for (struct node *p = list; p && p->next; p = p->next)
    __VERIFIER_assert(p->key <= p->next->key);
  return 0;
}
