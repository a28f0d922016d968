// gotcha: verify --property valid-deref --unwind 4 --strategy k-induction
// verdict: false(valid-deref)
// The last node may be gone when another one is added behind it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  first->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = 0;
    last->next = node; //~ VIOLATED
    last = node;
    while (first && __VERIFIER_nondet_int()) {
      struct node *old = first;
      first = old->next;
      free(old);
    }
  }
  return 0;
}
