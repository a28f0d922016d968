// gotcha: verify --property pointer --malloc-may-fail
// verdict: false(pointer)
// unseen by sanitizers: there malloc does not fail
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 1;
    p = realloc(p, 16);
    p[15] = 1; //~ one:VIOLATED
    char *s = strdup("ab");
    s[0] = 1; //~ one:VIOLATED
    int *z = calloc(2, sizeof *z);
    z[1] = 1; //~ one:VIOLATED
    return 0;
}
