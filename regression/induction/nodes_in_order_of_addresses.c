// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: unknown
// addresses matter
// Which of two nodes has the higher address is not known.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
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
  if (list && list->next && list < list->next)
    reach_error(); //~ UNKNOWN
  if (list && list->next && (char *)list - (char *)list->next == 32)
    reach_error(); //~ UNKNOWN
  return 0;
}
