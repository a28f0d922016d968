// gotcha: verify --property pointer,bounds
// verdict: false(
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

static int *dangling(void)
{
    int local = 3;
    int *p = &local;
    return p;
}

int main(void)
{
    int x = 1, n = 0, i = __VERIFIER_nondet_int();
    int *p = i > 0 ? &x : 0;
    int *block = malloc(10 * sizeof *block);
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = 0;
    memset(block, 0, 10 * sizeof *block);
    switch (__VERIFIER_nondet_int()) {
    case 0: n = *p; break; //~ one:VIOLATED
    case 1: if (p && *p == 1) n = 1; break; //~ HOLDS
    case 2: n = node->next->value; break; //~ one:VIOLATED
    case 3: if (i >= 0 && i < 10) n = block[i]; break; //~ HOLDS
    case 4: if (i >= 0 && i < 11) n = block[i]; break; //~ one:VIOLATED
    case 5: free(node); n = node->value; break; //~ one:VIOLATED
    case 6: p = dangling(); n = *p; break; //~ one:VIOLATED
    case 7: p = block + 10; if (i) p--; n = *p; break; //~ one:VIOLATED
    case 8: if (i > -2 && i < 3) n = *(block + 5 + i); break; //~ HOLDS
    case 9: *((char *)block + 39) = 1; break; //~ HOLDS
    case 10: *((char *)block + 40) = 1; break; //~ one:VIOLATED
    }
    return n == 7;
}
