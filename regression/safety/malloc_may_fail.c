// gotcha: verify --property pointer --malloc-may-fail
// verdict: false(pointer)
// unseen by sanitizers: there malloc does not fail
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4), *q = malloc(4);
    if (p)
        *p = 1; //~ HOLDS
    *q = 1; //~ one:VIOLATED
    free(q);
    free(p);
    return 0;
}
