// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// In a state that stands for all iterations nothing is known of the memory made before; an iteration later there is something known. What is cut in the
// first of them may not be forgotten.
#include <stdlib.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
struct node {
  unsigned value;
  struct node *next;
};
static struct node *list;

int main(void) {
  unsigned n = __VERIFIER_nondet_ushort(), steps = 0;
  for (unsigned i = 0; i < n; i++) {
    if (list)
      steps += list->value;
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = list;
    list = node;
  }
  if (steps * 3 == 37035) //~ true:undecided
    return 1;
  return 0;
}
