// gotcha: verify --property valid-deref --unwind 4 --strategy k-induction
// verdict: false(valid-deref)
// The pointer to the last node is left behind when that is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};

struct node *head, *tail;

void put(void) {
  struct node *node = malloc(sizeof *node);
  node->next = 0;
  if (tail)
    tail->next = node; //~ one:VIOLATED
  else
    head = node;
  tail = node;
}

void take(void) {
  struct node *node = head;
  head = node->next;
  if (!head)
    head = 0;
  free(node);
}

int main(void) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      put();
    else if (head)
      take();
  return 0;
}
