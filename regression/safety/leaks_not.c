// gotcha: verify --property memory-leak,valid-memtrack
// verdict: true
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(10), *q = 0;
    if (__VERIFIER_nondet_int())
        q = calloc(3, 3);
    p = realloc(p, 20);
    if (__VERIFIER_nondet_int() == 3)
        abort(); // what a program leaves behind when it aborts is asked for valid-memcleanup alone
    free(q);
    free(p);
    return 0;
}
