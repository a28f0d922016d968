// gotcha: verify --property valid-deref --unwind 2 --strategy k-induction
// verdict: true
// Nodes are added at the end and freed from the start.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  first->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = 0;
    last->next = node;
    last = node;
  }
  while (first) {
    struct node *old = first;
    first = old->next;
    free(old);
  }
  return 0;
}
