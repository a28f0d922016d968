// gotcha: ltl --timeout 3s
// solvers: embedded (others need more time)
// verdict: unknown(
//@ ltl invariant one: F "x == 1";
// Objects are not taken for each other: the list is the same in each round but for which objects it is made of, so no state is said to come back.
#include <stdlib.h>
int x;
struct node { struct node *next; };
int main(void)
{
    struct node *last = 0;
    for (;;) {
        struct node *n = malloc(sizeof *n); //~ UNKNOWN
        if (!n)
            return 0;
        n->next = last;
        last = n;
        if (last->next && last->next->next && last->next->next->next)
            free(last->next->next->next), last->next->next->next = 0;
    }
}
