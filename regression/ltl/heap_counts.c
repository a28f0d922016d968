// gotcha: ltl --timeout 10s
// verdict: true
//@ ltl invariant one: F "x == 1";
// A number on the heap is another one in each round, which variables do not show.
#include <stdlib.h>
int x;
int main(void)
{
    int *n = malloc(sizeof *n), *m = n;
    *n = 0;
    for (;;) {
        *m += 1; //~ HOLDS
        if (*n == 9)
            break;
    }
    x = 1;
    free(n);
}
