// gotcha: verify --property valid-memtrack --strategy k-induction --unwind 1 --timeout 20s
// verdict: true
// Each living node but the first has a living one before it that leads to it, so none is lost when there is no first one.
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
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
