// gotcha: verify --property valid-free --unwind 4 --strategy k-induction
// verdict: false(valid-free)
// The loop may free a node again.
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
  while (list) {
    struct node *old = list;
    list = old->next;
    free(old);
    if (__VERIFIER_nondet_int())
      free(old); //~ one:VIOLATED
  }
  return 0;
}
