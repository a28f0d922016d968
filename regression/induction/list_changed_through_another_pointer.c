// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: false(unreach-call)
// A node is changed after the list was built, through a pointer that was kept.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = 0, *kept = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = list;
    list = node;
    if (__VERIFIER_nondet_int())
      kept = node;
  }
  if (kept)
    kept->value = 2;
  for (struct node *p = list; p; p = p->next)
    if (p->value != 1)
      reach_error(); //~ VIOLATED
  return 0;
}
