// gotcha: verify --property unreach-call --strategy k-induction --unwind 1 --timeout 20s
// verdict: true
// Nothing leads to the first node, so when another one comes before it the links back of the others stay right.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct link {
  struct link *next, *back;
};

int main(void) {
  struct link *first = 0;
  while (__VERIFIER_nondet_int()) {
    struct link *link = malloc(sizeof *link);
    link->back = 0;
    link->next = first;
    if (first)
      first->back = link;
    first = link;
  }
  for (struct link *l = first; l && l->next; l = l->next)
    if (l->next->back != l)
      reach_error();
  return 0;
}
