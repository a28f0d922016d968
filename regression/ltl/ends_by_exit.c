// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant done: F done;
#include <stdlib.h>
int done;
static void leave(void)
{
    done = 1;
    exit(3);
}
int main(void) //~ end:HOLDS
{
    leave();
    for (;;) {
    }
}
