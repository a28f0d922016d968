// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
// As list_with_links_back, but some links lead nowhere.
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
      first->back = __VERIFIER_nondet_int() ? link : 0;
    first = link;
  }
  for (struct link *l = first; l && l->next; l = l->next)
    if (l->next->back != l)
      reach_error();
  return 0;
}
