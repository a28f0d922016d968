// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: false
// Only the marked node is the last one, so a walk to the mark does not leave the list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *node = first;
  while (__VERIFIER_nondet_int()) {
    node->value = 1;
    node->next = malloc(sizeof *node);
    node = node->next;
  }
  node->value = 2;
  node->next = 0;
  node = first;
  while (node->value == 1)
    node = node->next;
  if (node->value != 2 || node->next)
    reach_error(); //~ HOLDS
  if (node != first)
    reach_error(); //~ VIOLATED
  return 0;
}
