// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: true
// A node is the same wherever its pointer was kept, and nodes are different from each other.
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
    struct node *node = malloc(sizeof *node);
    if (node == list)
      reach_error(); //~ HOLDS
    node->value = __VERIFIER_nondet_int();
    node->next = list;
    list = node;
  }
  if (list) {
    struct node *same = list;
    same->value = 5;
    if (list->value != 5)
      reach_error(); //~ HOLDS
    if (list->next && list->next != list) {
      list->next->value = 6;
      if (list->value != 5)
        reach_error(); //~ HOLDS
    }
  }
  return 0;
}
