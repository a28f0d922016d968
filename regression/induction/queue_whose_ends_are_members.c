// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: false
// Both ends lead to nodes, or none does.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};
struct queue {
  struct node *first, *last;
};

int main(void) {
  struct queue q;
  q.first = q.last = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct node *node = malloc(sizeof *node);
      node->value = 7;
      node->next = 0;
      if (q.last)
        q.last->next = node;
      else
        q.first = node;
      q.last = node;
    } else if (q.first) {
      struct node *node = q.first;
      if (node->value != 7)
        reach_error(); //~ HOLDS
      q.first = node->next;
      if (q.first)
        reach_error(); //~ VIOLATED
      if (!q.first)
        q.last = 0;
      free(node);
    }
  }
  return 0;
}
