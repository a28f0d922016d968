// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: false(unreach-call)
// The next node of the next one may be the first one.
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
    node->value = 0;
    node->next = list ? list : node;
    if (list && list->next == list)
      list->next = node;
    list = node;
  }
  if (list) {
    list->value = 5;
    list->next->next->value = 6;
    if (list->value != 5)
      reach_error(); //~ VIOLATED
  }
  return 0;
}
