// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: true
// The last node is not finished before the loop is left; all others are.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef struct node {
  int value;
  struct node *next;
} *list;

int main(void) {
  list first = malloc(sizeof(struct node)), last = first;
  while (__VERIFIER_nondet_int()) {
    last->value = 1;
    last->next = malloc(sizeof(struct node));
    last = last->next;
  }
  last->value = 1;
  last->next = 0;
  for (list p = first; p; p = p->next)
    if (p->value != 1)
      reach_error(); //~ HOLDS
  return 0;
}
