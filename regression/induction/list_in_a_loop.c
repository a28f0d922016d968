// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// A list grows and shrinks in a loop. How long it is is counted apart.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node {
  unsigned value;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  unsigned length = 0, most = 0;
  for (unsigned char command = __VERIFIER_nondet_uchar(); command != 0; command = __VERIFIER_nondet_uchar()) {
    if (command & 1) {
      struct node *node = malloc(sizeof *node);
      node->value = length;
      node->next = list;
      list = node;
      length++;
    } else if (list) {
      struct node *old = list;
      list = list->next;
      free(old);
      length--;
    }
    if (length > most)
      most = length;
  }
  if (most * 3 == 37035) //~ true:undecided
    return 1;
  if (list)
    if (list->value * 3 == 37035) //~ true:undecided
      return 2;
  return 0;
}
