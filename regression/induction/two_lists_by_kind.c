// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: false
// The nodes of each list are of one kind: the next node is of the same one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int kind;
  struct node *next;
};

int main(void) {
  struct node *ones = 0, *twos = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    if (__VERIFIER_nondet_int()) {
      node->kind = 1;
      node->next = ones;
      ones = node;
    } else {
      node->kind = 2;
      node->next = twos;
      twos = node;
    }
  }
  for (; ones; ones = ones->next)
    if (ones->kind != 1)
      reach_error(); //~ HOLDS
  for (; twos; twos = twos->next) {
    if (twos->kind != 2)
      reach_error(); //~ HOLDS
    if (twos->next)
      reach_error(); //~ VIOLATED
  }
  return 0;
}
