// gotcha: verify --property valid-deref --unwind 2 --strategy k-induction
// verdict: true
// Nodes lead to each other; the first one of what is left leads to nothing before it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *before;
};

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->before = 0;
    if (list)
      list->before = node;
    list = node;
  }
  while (list) {
    struct node *old = list;
    list = old->next;
    if (list)
      list->before = 0;
    free(old);
  }
  return 0;
}
