// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: false(unreach-call)
// A node that one list made comes into another one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *next, *other;
};

int main(void) {
  struct node *ones = 0, *twos = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = ones;
    node->other = 0;
    ones = node;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 2;
    node->next = twos;
    node->other = ones;
    twos = node;
  }
  for (struct node *p = twos; p; p = p->other)
    if (p->value != 2)
      reach_error(); //~ VIOLATED
  return 0;
}
