// gotcha: verify --property valid-memtrack --strategy k-induction --unwind 3
// verdict: unknown
// The loop never ends, and the first node is lost in it: what led to it is overwritten, though nothing reads that variable.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *p = malloc(sizeof *p);
  p->next = 0;
  int x = 1;
  while (x > 0) {
    p = 0;
    if (__VERIFIER_nondet_int()) { struct node *q = malloc(sizeof *q); q->next = 0; free(q); }
  }
  return 0;
}
