// gotcha: verify --property library --unwind 5
// verdict: false(library)
// unseen by sanitizers: gcc's look at none of this
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void again(void)
{
    if (__VERIFIER_nondet_int())
        exit(1); //~ VIOLATED
}

int main(void)
{
    atexit(again);
    exit(0); //~ HOLDS
}
