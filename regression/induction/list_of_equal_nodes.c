// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: true
// All nodes that a loop makes hold the same.
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
    node->value = 1;
    node->next = list;
    list = node;
  }
  for (struct node *p = list; p; p = p->next)
    if (p->value != 1)
      reach_error(); //~ HOLDS
  return 0;
}
