// gotcha: verify --property unreach-call --timeout 40s
// verdict: true
// The number that ends the loop says that the list ends there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  int phase;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  while (__VERIFIER_nondet_int()) {
    last->phase = 1;
    last->next = malloc(sizeof *last);
    last = last->next;
  }
  last->phase = 2;
  last->next = 0;
  struct node *p = first;
  while (p->phase == 1)
    p = p->next;
  if (p->phase != 2 || p->next)
    reach_error(); //~ HOLDS
  return 0;
}
