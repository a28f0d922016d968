// gotcha: verify --property pointer-overflow,pointer-comparison,pointer-subtraction
// verdict: false(
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
struct three { char c[3]; };
struct s { int x; int a[4]; int b; };

int main(void)
{
    int a[10], b[10], n = 0, i = __VERIFIER_nondet_int();
    long k = __VERIFIER_nondet_long();
    int *p = i > 5 ? a : i > 3 ? b : 0, *q = a + 3, *heap = malloc(40);
    char *c = (char *)a;
    struct three *t = malloc(9);
    struct s r, *rs = &r;
    switch (__VERIFIER_nondet_int()) {
    case 0: q = a + 10; break;
    case 1: q = a + 11; break; //~ VIOLATED
    case 2: q = a - 1; break; //~ VIOLATED
    case 3: q = a + i; break; //~ VIOLATED
    case 4: if (i >= 0 && i <= 10) q = a + i; break; //~ HOLDS
    case 5: q = p + 1; break; //~ one:VIOLATED
    case 6: if (p) q = p + 10; break; //~ HOLDS
    case 7: if (p) q = p - 1; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 8: heap++; break; //~ HOLDS
    case 9: heap--; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 10: heap += 10; heap -= 10; break; //~ HOLDS
    case 11: heap += 10; heap++; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 12: if (k > 0) heap = heap + k; break; // unseen by sanitizers (they do not look at what is not accessed) //~ one:VIOLATED
    case 13: heap = heap + 0x4000000000000000; break; //~ one:VIOLATED
    case 14: q = &a[10]; break;
    case 15: q = &a[i]; break; //~ VIOLATED
    case 16: q = &heap[i & 7]; break; //~ HOLDS
    case 17: q = &heap[i & 15]; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 18: p = 0; q = p + 0; break;
    case 19: p = 0; q = p + (i & 1); break; //~ one:VIOLATED
    case 20: q = rs->a + 3; break; //~ HOLDS
    case 21: q = 3 + heap; break; //~ HOLDS
    case 22: q = 11 + heap; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 23: n = a < b; break; //~ VIOLATED
    case 24: n = q < a + 10; break; //~ HOLDS
    case 25: n = p < q; break; //~ VIOLATED
    case 26: n = heap >= heap + 10; break; //~ HOLDS
    case 27: n = heap > a; break; //~ VIOLATED
    case 28: n = p == b; break;
    case 29: p = 0; n = p <= (int *)0; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ VIOLATED
    case 30: n = a - b; break; //~ VIOLATED
    case 31: n = q - a; break; //~ HOLDS
    case 32: n = p - a; break; //~ one:VIOLATED
    case 33: if (i > 5) n = p - a; break; //~ HOLDS
    case 34: n = (int *)(c + (i & 3)) - a; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 35: n = (t + 3) - t; break; //~ HOLDS
    case 36: n = t - (struct three *)((char *)t + (i & 7)); break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 37: p = 0; n = p - (int *)0; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    case 38: n = &rs->b - &rs->x; break; //~ HOLDS
    case 39: q = (int *)16; q--; break; //~ HOLDS
    case 40: q = (int *)8; q -= 3; break; //~ one:VIOLATED
    case 41: for (q = a; q < a + 10; q++) n++; break; //~ HOLDS
    case 42: free(heap); n = heap < heap + 1; break; //~ one:VIOLATED
    case 43: n = heap[i & 15]; break; // unseen by sanitizers (they watch wrap-around, null pointers and unequal live ones) //~ one:VIOLATED
    }
    return n;
}
