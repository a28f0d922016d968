// gotcha: verify --property nonnull
// verdict: false(
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

__attribute__((nonnull(1, 3))) static int first(int *a, int *b, int *c) { return b ? *b : 0; }
static int all(int *a, int n, char *c) __attribute__((nonnull));
static int all(int *a, int n, char *c) { return n; }
static int least(int a[static 3]) { return a[0]; }
__attribute__((returns_nonnull)) static int *result(int *p)
{
    return p; //~ VIOLATED
}
__attribute__((returns_nonnull)) static int *good(int *p)
{
    static int one;
    return p ? p : &one; //~ HOLDS
}

int main(void)
{
    int x = 1, n = 0, three[3] = { 0 }, two[2] = { 0 };
    int *p = __VERIFIER_nondet_int() ? &x : NULL;
    char *s = __VERIFIER_nondet_int() ? "text" : NULL;
    char to[8];
    switch (__VERIFIER_nondet_int()) {
    case 0: n = first(&x, p, &x); break;
    case 1: n = first(p, &x, &x); break; //~ VIOLATED
    case 2: n = first(&x, &x, p); break; //~ VIOLATED
    case 3: n = all(p, 0, to); break; //~ VIOLATED
    case 4: if (p) n = all(p, 0, to); break; //~ HOLDS
    case 5: n = all(&x, 0, s); break; //~ VIOLATED
    case 6: n = least(three); break; //~ HOLDS
    case 7: n = least(two); break; // unseen by sanitizers (no sanitizer looks at static) //~ VIOLATED
    case 8: n = least(three + 1); break; // unseen by sanitizers (no sanitizer looks at static) //~ VIOLATED
    case 9: n = least(NULL); break; // unseen by sanitizers (no sanitizer looks at static) //~ one:VIOLATED
    case 10: n = *good(p); break;
    case 11: p = result(p); break;
    case 12: n = strlen(s); break; //~ VIOLATED
    case 13: memcpy(to, s, 0); break; //~ VIOLATED
    case 14: if (s) strcpy(to, s); break; //~ HOLDS
    case 15: memset(NULL, 0, n); break; //~ VIOLATED
    case 16: free(NULL); break;
    case 17: n = strcmp(s, "a"); break; //~ VIOLATED
    }
    return n;
}
