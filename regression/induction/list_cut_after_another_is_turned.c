// gotcha: verify --property valid-memtrack --strategy k-induction --unwind 1 --timeout 8s
// verdict: unknown
// All nodes but the first are lost once there are enough. What is stored in nodes that are not there must not contradict what is known of ranks.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *other;
};

int main(void) {
  struct node *first = 0, *second = 0, *old = 0, *next = 0, *last = 0;
  int count = 0;
  while (__VERIFIER_nondet_int() & 1) {
    struct node *node = malloc(sizeof(struct node));
    node->next = first;
    node->other = 0;
    count++;
    first = node;
  }
  while (second) {
    next = second->next;
    second->next = last;
    last = second;
    second = next;
  }
  second = last;
  if (count > 3 && first)
    first->next = 0;
  while (first) {
    old = first;
    first = old->next;
    free(old);
  }
  while (second) {
    old = second;
    second = old->next;
    free(old);
  }
  return 0;
}
