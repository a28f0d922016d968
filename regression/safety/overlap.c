// gotcha: verify --property overlap --unwind 12
// verdict: false(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void *mempcpy(void *, const void *, size_t);
char *stpcpy(char *, const char *);
void swab(const void *, void *, long);

int main(void)
{
    char a[20] = "abcdefgh", b[20] = "xyz";
    char *heap = calloc(20, 1), *other = calloc(20, 1);
    int n = 0, i = __VERIFIER_nondet_int() & 15;
    switch (__VERIFIER_nondet_int()) {
    case 0: memcpy(a, b, 10); break;
    case 1: memcpy(a, a + 10, 10); break; //~ HOLDS
    case 2: memcpy(a, a + 9, 10); break; //~ VIOLATED
    case 3: memcpy(a + 9, a, 10); break; //~ VIOLATED
    case 4: memmove(a + 1, a, 10); break;
    case 5: memcpy(heap, heap, 4); break; // unseen by sanitizers (it does no harm) //~ VIOLATED
    case 6: memcpy(heap, heap + i, 4); break; //~ VIOLATED
    case 7: if (i >= 4) memcpy(heap, heap + i, 4); break; //~ HOLDS
    case 8: memcpy(heap, other, 20); break; //~ HOLDS
    case 9: memcpy(heap, heap + 1, 0); break; //~ HOLDS
    case 10: strcpy(a, a + 4); break; //~ VIOLATED
    case 11: strcpy(a + 10, a); break; //~ HOLDS
    case 12: strcpy(a + 8, a); break; //~ VIOLATED
    case 13: strncpy(a, a + 4, 4); break; //~ HOLDS
    case 14: strncpy(a, a + 4, 5); break; //~ VIOLATED
    case 15: strcat(a, a); break; //~ VIOLATED
    case 16: strcat(a, b); break;
    case 17: mempcpy(a, a + 1, 4); break; // unseen by sanitizers (no function that they watch) //~ VIOLATED
    case 18: stpcpy(a, a + 1); break; // unseen by sanitizers (no function that they watch) //~ VIOLATED
    case 19: sprintf(a, "%s", a); break; // unseen by sanitizers (no function that they watch) //~ VIOLATED
    case 20: sprintf(a, "%s", b); break; //~ HOLDS
    case 21: n = strxfrm(a, a + 2, 5); break; // unseen by sanitizers (no function that they watch) //~ VIOLATED
    case 22: swab(a, a + 1, 4); break; // unseen by sanitizers (no function that they watch) //~ VIOLATED
    case 23: swab(a, b, 4); break; //~ HOLDS
    case 24: snprintf(a, 5, "%s!", a + 1); break; // unseen by sanitizers (no function that they watch) //~ VIOLATED
    case 25: strncat(a, a + 2, 2); break; //~ VIOLATED
    }
    return n;
}
