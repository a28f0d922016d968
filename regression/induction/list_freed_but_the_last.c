// gotcha: verify --property valid-memtrack --strategy k-induction --timeout 20s
// verdict: false
// The last node is not freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  while (list && list->next) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
