// gotcha: verify --property valid-memtrack --strategy k-induction --unwind 1 --timeout 8s
// verdict: unknown
// All nodes are lost once there are enough, which the bound does not show. Nodes with two links have several orders, none of which may hide that.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *other;
};

int main(void) {
  struct node *first = 0;
  int count = 0;
  while (__VERIFIER_nondet_int() & 1) {
    struct node *node = malloc(sizeof(struct node));
    node->next = first;
    node->other = 0;
    count++;
    first = node;
  }
  if (count > 3)
    first = 0;
  while (first) {
    struct node *old = first;
    first = old->next;
    free(old);
  }
  return 0;
}
