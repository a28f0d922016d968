// gotcha: verify --property valid-deref --unwind 4 --strategy k-induction
// verdict: false(valid-deref)
// A pointer to a node is kept while a loop frees all nodes.
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
  struct node *kept = list;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  if (kept)
    kept->value = 2; //~ VIOLATED
  return 0;
}
