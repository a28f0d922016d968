// gotcha: verify --property unreach-call --strategy k-induction --unwind 1 --timeout 20s
// verdict: true
// Phases grow along the list, and only the last node is in the last one. The node at its end is not finished before the loops end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct step {
  int phase;
  struct step *next;
};

static struct step *more(struct step *last, int phase) {
  last->phase = phase;
  last->next = malloc(sizeof *last);
  return last->next;
}

int main(void) {
  struct step *first = malloc(sizeof *first), *last = first;
  while (__VERIFIER_nondet_int())
    last = more(last, 4);
  while (__VERIFIER_nondet_int())
    last = more(last, 7);
  last->phase = 9;
  last->next = 0;
  struct step *s = first;
  while (s->phase == 4)
    s = s->next;
  while (s->phase == 7)
    s = s->next;
  if (s->phase != 9 || s->next)
    reach_error();
  return 0;
}
