// gotcha: verify --property valid-memtrack --unwind 2 --strategy k-induction
// verdict: false
// All nodes are led to, in a ring, but nothing else leads to them any more: being led to does not mean to be kept.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};

int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = ring->next;
    ring->next = node;
  }
  ring = 0;
  return 0;
}
