// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant often: G F "x != 0";
#include <string.h>
int x;
int main(void)
{
    for (;;) {
        memset(&x, 1, sizeof x); //~ HOLDS
        x = 0;
    }
}
