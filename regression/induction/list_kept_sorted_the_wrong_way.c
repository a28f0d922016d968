// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
// As list_kept_sorted, but the place is looked for the wrong way round.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct entry {
  int weight;
  struct entry *next;
};

int main(void) {
  struct entry *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct entry *fresh = malloc(sizeof *fresh);
    fresh->weight = __VERIFIER_nondet_int();
    fresh->next = 0;
    if (!list || list->weight >= fresh->weight) {
      fresh->next = list;
      list = fresh;
      continue;
    }
    struct entry *e = list;
    while (e->next && e->next->weight > fresh->weight)
      e = e->next;
    fresh->next = e->next;
    e->next = fresh;
  }
  for (struct entry *e = list; e && e->next; e = e->next)
    if (e->next->weight < e->weight)
      reach_error();
  return 0;
}
