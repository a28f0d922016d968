// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: unknown
// The error is far away. New nodes are not finished when the loop comes back to its head, so nothing is proved of them then.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef struct node { int h; struct node *n; } *List;
int main() {
  List a = (List) malloc(sizeof(struct node));
  List t; List p = a; int c=0;
  while (__VERIFIER_nondet_int()) {
    p->h = 1;
    t = (List) malloc(sizeof(struct node));
    p->n = t;
    p = p->n; c++;
  }
  p->h = 3;
  p = a;
  while (p->h == 1)
    p = p->n;
  if(p->h == 3 && c == 40)
    reach_error(); //~ UNKNOWN
  return 0;
}
