// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: false
// What is stored in a field lies between bounds, though it is no constant.
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
    node->value = __VERIFIER_nondet_int() & 63;
    node->next = list;
    list = node;
  }
  while (list) {
    if (list->value < 0 || list->value > 63)
      reach_error(); //~ HOLDS
    if (list->value == 63)
      reach_error(); //~ VIOLATED
    list = list->next;
  }
  return 0;
}
