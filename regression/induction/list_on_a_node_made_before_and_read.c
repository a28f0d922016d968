// gotcha: verify --property valid-deref --unwind 3 --strategy k-induction
// verdict: false(valid-deref)
// The node that was made before the loop is freed with the others, and read.
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
  if (first->next) //~ one:VIOLATED
    return 1;
  return 0;
}
