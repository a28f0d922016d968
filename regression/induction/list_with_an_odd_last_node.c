// gotcha: verify --property unreach-call --unwind 4 --strategy k-induction
// verdict: false(unreach-call)
// The last node is finished in another way than the others.
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
  last->value = 2;
  last->next = 0;
  for (list p = first; p; p = p->next)
    if (p->value != 1)
      reach_error(); //~ VIOLATED
  return 0;
}
