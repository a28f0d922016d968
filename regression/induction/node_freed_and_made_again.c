// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: false(unreach-call)
// Nodes are freed while others are made.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && list) {
      struct node *old = list;
      list = old->next;
      free(old);
      if (list)
        list->value = 3;
    } else {
      struct node *node = malloc(sizeof *node);
      node->value = 1;
      node->next = list;
      list = node;
    }
  }
  for (struct node *p = list; p; p = p->next)
    if (p->value != 1 && p->value != 2)
      reach_error(); //~ VIOLATED
  return 0;
}
