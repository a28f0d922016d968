// gotcha: verify --property valid-deref --unwind 4 --strategy k-induction
// verdict: true
// Nodes that nobody frees are there wherever a pointer to them leads.
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
    list->value = 3;
    list = list->next;
  }
  if (kept)
    kept->value = 2; //~ HOLDS
  return 0;
}
