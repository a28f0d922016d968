// gotcha: verify --property valid-deref --unwind 4 --strategy k-induction
// verdict: false(valid-deref)
// What was before the first node of what is left was freed.
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
    free(old);
    if (list && list->before)
      list->before->next = 0; //~ one:VIOLATED
  }
  return 0;
}
