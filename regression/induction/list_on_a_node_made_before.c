// gotcha: verify --property valid-deref --unwind 1 --strategy k-induction
// verdict: true
// The last node is made before the loop that makes the others, so it is an object of its own, which pointers lead to beside the rows.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *list = first;
  first->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  while (list) {
    struct node *old = list;
    list = old->next;
    free(old);
  }
  return 0;
}
