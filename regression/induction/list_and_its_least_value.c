// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: true
// A variable follows the least value of the nodes made so far.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = 0;
  int least = 2147483647;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = __VERIFIER_nondet_int();
    node->next = list;
    list = node;
    if (node->value < least)
      least = node->value;
  }
  for (struct node *p = list; p; p = p->next)
    if (p->value < least)
      reach_error(); //~ HOLDS
  return 0;
}
