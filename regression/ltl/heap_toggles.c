// gotcha: ltl --timeout 10s
// verdict: false(ltl)
//@ ltl invariant one: F G "shown == 1";
// What the node holds comes back each second round, and pointers lead to it.
#include <stdlib.h>
struct node { int value; struct node *next; };
int shown;
static void toggle(struct node *n)
{
    n->value = 1 - n->value;
    shown = n->value;
}
int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->value = 0;
    b->value = 0;
    a->next = b;
    b->next = a;
    struct node *at = a;
    for (;;) {
        toggle(at); //~ VIOLATED
        at = at->next;
    }
}
