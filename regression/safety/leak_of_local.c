// gotcha: verify --property valid-memsafety
// verdict: false(valid-memtrack)
// The variables of calls that go on count, also those of main when it returns.
// seen by sanitizers alone: when they look, main has returned
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int work(void)
{
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    if (*p > 10)
        exit(0); //~ HOLDS
    return *p;
}

int main(void)
{
    int *mine = malloc(sizeof *mine);
    if (__VERIFIER_nondet_int())
        return 0; //~ HOLDS
    return work(); //~ VIOLATED
}
