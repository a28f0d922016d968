// gotcha: verify --property valid-memsafety
// verdict: false(valid-memtrack)
// The variables of calls in which the program exits count, as those never return; those of main do not when it returns.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void *kept;

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
    void *table[2] = {mine, 0};
    *mine = 0;
    if (__VERIFIER_nondet_int())
        exit(table[0] != mine); //~ HOLDS
    if (__VERIFIER_nondet_int()) {
        kept = mine;
        return 0; //~ HOLDS
    }
    if (__VERIFIER_nondet_int()) {
        kept = table;
        free(mine);
        return 0; //~ HOLDS
    }
    if (__VERIFIER_nondet_int())
        return 0; //~ VIOLATED
    kept = mine;
    return work(); //~ VIOLATED
}
