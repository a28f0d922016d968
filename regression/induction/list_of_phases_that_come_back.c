// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
// As list_of_phases, but an earlier phase may come back.
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
    last = more(last, __VERIFIER_nondet_int() ? 7 : 4);
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
