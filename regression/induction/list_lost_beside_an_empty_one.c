// gotcha: verify --property valid-memtrack --strategy k-induction --unwind 1 --timeout 10s
// verdict: unknown
// All nodes are lost, which the bound does not show. That each node but the one which `other` leads to has one before it is not so of rows that are no nodes, so it must not be
// assumed of the row that stands for any where it is asked what is lost: nothing would be left then.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *back;
};

int main(void) {
  struct node *list = 0, *other = 0;
  while (__VERIFIER_nondet_int() & 1) {
    struct node *node = malloc(sizeof(struct node));
    node->next = list;
    node->back = 0;
    list = node;
  }
  if (other)
    return 1;
  list = 0;
  return 0;
}
