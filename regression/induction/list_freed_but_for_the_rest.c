// gotcha: verify --property valid-memtrack --unwind 4 --strategy k-induction
// verdict: false(valid-memtrack)
// The loop may end before all nodes are freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
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
  while (list && __VERIFIER_nondet_int()) {
    struct node *old = list;
    list = old->next;
    free(old);
  }
  list = 0;
  return 0; //~ VIOLATED
}
