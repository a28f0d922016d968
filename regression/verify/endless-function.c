// gotcha: verify --property unreach-call --timeout 8s
// verdict: true
// A function that is an endless loop keeps nothing from being proved of the rest.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void stay(void) {
again:
  goto again;
}
struct node {
  int mark;
  struct node *next;
};
int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  if (first == NULL)
    stay();
  while (__VERIFIER_nondet_int()) {
    last->mark = 1;
    last->next = malloc(sizeof *last);
    if (last->next == NULL)
      stay();
    last = last->next;
  }
  last->mark = 1;
  last->next = NULL;
  for (struct node *n = first; n != NULL; n = n->next) {
    if (n->mark != 1) {
      reach_error(); //~ HOLDS
      abort();
    }
  }
  return 0;
}
