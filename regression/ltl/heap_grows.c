// gotcha: ltl --timeout 10s
// verdict: true
//@ ltl invariant one: F "x == 1";
// The list grows in each round: no state comes back, though all variables look as before, and one day it is long.
#include <stdlib.h>
struct node { struct node *next; int depth; };
int x;
struct node *top;
int main(void)
{
    static struct node bottom;
    top = &bottom;
    for (;;) {
        struct node *n = malloc(sizeof *n); //~ HOLDS
        n->next = bottom.next;
        n->depth = n->next ? n->next->depth + 1 : 0;
        bottom.next = n;
        if (n->depth == 40)
            x = 1;
    }
}
