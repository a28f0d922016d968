// gotcha: verify --property memory-leak,valid-memtrack,valid-memcleanup
// verdict: true
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int() == 3)
        abort(); // nothing is there yet
    char *p = malloc(10), *q = 0;
    if (__VERIFIER_nondet_int())
        q = calloc(3, 3);
    p = realloc(p, 20);
    free(q);
    free(p);
    return 0;
}
