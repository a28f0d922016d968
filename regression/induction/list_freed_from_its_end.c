// gotcha: verify --property valid-deref --unwind 1 --strategy k-induction
// verdict: true
// Nodes lead to each other, and the last one is freed as long as there is one: what it leads to lives, since nothing else led there.
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
    free(last);
    last = before;
  }
  return 0;
}
