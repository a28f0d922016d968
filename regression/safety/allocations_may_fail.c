// gotcha: verify --property pointer,bounds --malloc-may-fail
// verdict: true
// unseen by sanitizers: there malloc does not fail
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each function that allocates gives what says so where there is no memory; what was there before stays. */
int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 1;
    char *q = realloc(p, 16);
    if (!q) {
        p[7] = 1; //~ HOLDS
        free(p);
        return 2;
    }
    q[15] = 1; //~ HOLDS
    q = reallocarray(q, 4, 8);
    if (q)
        q[31] = 1; //~ HOLDS
    free(q);
    int *z = calloc(2, sizeof *z);
    if (z)
        z[1] = 1; //~ HOLDS
    free(z);
    void *a;
    if (posix_memalign(&a, 16, 16) == 0)
        *(char *)a = 1; //~ HOLDS
    char *s = strdup("ab"), *t = strndup("abc", 2);
    if (s && t)
        s[0] = t[1]; //~ HOLDS
    free(s);
    free(t);
    char *text;
    if (sscanf("word", "%ms", &text) == 1)
        text[0] = 1; //~ HOLDS
    char *made;
    if (asprintf(&made, "%d", 7) > 0)
        made[0] = 1; //~ HOLDS
    return 0;
}
