// gotcha: ltl --timeout 10s
// verdict: false(ltl)
//@ ltl invariant one: G F "seen == 2";
// Round and round a list that was made before; one input decides whether it is left out.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int seen;
int main(void)
{
    struct node *first = 0, *last = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i == 2 && __VERIFIER_nondet_int() == 77 ? 5 : i;
        n->next = first;
        first = n;
        if (!last)
            last = n;
    }
    last->next = first;
    struct node *at = first;
    for (;;) {
        seen = at->value;
        at = at->next;
    }
}
