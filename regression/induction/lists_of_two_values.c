// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: true
// Nodes of two lists hold one of two values.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *ones = 0, *twos = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = ones;
    ones = node;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 2;
    node->next = twos;
    twos = node;
  }
  for (struct node *p = twos; p; p = p->next)
    if (p->value != 2 && p->value != 1)
      reach_error(); //~ HOLDS
  return 0;
}
