// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: true
// The last node has no next one yet while the list grows.
// solvers: embedded (the others need longer)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next, *before;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *node = first;
  first->before = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *new = malloc(sizeof *new);
    new->before = node;
    node->next = new;
    node = new;
  }
  node->next = 0;
  for (node = first; node->next; node = node->next)
    if (node->next->before != node)
      reach_error(); //~ HOLDS
  return 0;
}
