// gotcha: verify --property valid-free
// verdict: false(valid-free)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int table[4];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int local = 0;
    int *p = malloc(8), *q = p;
    switch (__VERIFIER_nondet_int()) {
    case 0: free(p); if (i) free(q); break; //~ one:VIOLATED
    case 1: free(p); p = 0; free(p); break; //~ HOLDS
    case 2: free(p + 1); break; //~ one:VIOLATED
    case 3: free(&local); break; //~ one:VIOLATED
    case 4: free(table); break; //~ one:VIOLATED
    case 5: q = i ? malloc(4) : 0; free(q); break; //~ HOLDS
    case 6: q = realloc(p, 100); free(q); break; //~ HOLDS
    case 7: q = realloc(p, 100); free(p); break; //~ one:VIOLATED
    case 8: q = realloc(&local, 4); break; //~ one:VIOLATED
    }
    return 0;
}
