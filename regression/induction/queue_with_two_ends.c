// gotcha: verify --property valid-deref --unwind 1 --strategy k-induction
// verdict: true
// What the loop knows of a variable that only the functions it calls name: the last node leads nowhere, and is none when there is no first one.
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
    tail->next = node;
  else
    head = node;
  tail = node;
}

void take(void) {
  struct node *node = head;
  head = node->next;
  if (!head)
    tail = 0;
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
