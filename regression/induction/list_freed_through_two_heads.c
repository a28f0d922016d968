// gotcha: verify --property valid-deref --unwind 4 --strategy k-induction
// verdict: false(valid-deref)
// Two nodes may lead to the same one, which is freed through both.
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
  struct node *first = malloc(sizeof *first);
  struct node *other = first;
  first->next = list;
  while (list) {
    struct node *old = list;
    list = old->next;
    free(old);
  }
  while (other) {
    struct node *old = other;
    other = old->next; //~ VIOLATED
    free(old);
  }
  return 0;
}
