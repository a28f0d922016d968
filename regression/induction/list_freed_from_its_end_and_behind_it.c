// gotcha: verify --property valid-deref --unwind 3 --strategy k-induction
// verdict: false(valid-deref)
// The node behind the last one was freed before.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *before;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  first->next = first->before = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = 0;
    node->before = last;
    last->next = node;
    last = node;
  }
  while (last) {
    struct node *before = last->before;
    if (last->next && last->next->before != last) //~ one:VIOLATED
      return 1;
    free(last);
    last = before;
  }
  return 0;
}
