// gotcha: verify --property valid-memsafety
// verdict: false(valid-memtrack)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    if (*p > 10)
        exit(0); // the variables of calls that go on count
    return 0;
}
