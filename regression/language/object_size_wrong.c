// gotcha: verify
// verdict: false

// What gcc answers without optimisation: from the text of the argument, never from values of pointers.

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

#define SIZES(e, a, b, c, d)                                              \
    __VERIFIER_assert((long)__builtin_object_size(e, 0) == (a) &&         \
                      (long)__builtin_object_size(e, 1) == (b) &&         \
                      (long)__builtin_object_size(e, 2) == (c) &&         \
                      (long)__builtin_object_size(e, 3) == (d))

struct s { int a; char b[10]; struct { char c[6]; short d[3]; } e; char f[]; };
struct flexible { int n; char t[]; };
char g[20], table[4][6];
int numbers[7];
struct s record;
struct flexible open = {1, "abcd"};

int main(void) {
    int i = __VERIFIER_nondet_int();
    char local[15], *p = g, *m = malloc(10);
    SIZES(g, 20, 20, 20, 20);
    SIZES(&g[5], 15, 15, 15, 15);
    SIZES(g + 5, 15, -1, 15, 0);
    SIZES(g + 25, 0, -1, 0, 0);
    SIZES(&g[25], 0, 0, 0, 0);
    SIZES(g - 1, -1, -1, 0, 0);
    SIZES(&g[i], -1, -1, 0, 0);
    SIZES((char *)numbers + 3, 25, -1, 25, 0);
    SIZES(&local[3], 12, 12, 12, 12);
    SIZES(&record.a, 28, 4, 28, 4);
    SIZES(record.b, 24, 10, 24, 10);
    SIZES(&record.e.c[2], 12, 4, 12, 4);
    SIZES(record.f, 2, 2, 2, 2);
    SIZES(open.t, 5, 5, 5, 5);
    SIZES(&table[1], 18, 18, 18, 18);
    SIZES(&table[1][2], 16, 4, 16, 4);
    SIZES("hello", 6, 6, 6, 6);
    SIZES(sizeof(int) == 4 ? g : local, 20, 20, 20, 20);
    SIZES(i ? g : local, -1, -1, 0, 0);
    SIZES(p, -1, -1, 0, 0);
    SIZES(m, -1, -1, 0, 0);
    SIZES(((char[]){1, 2, 3}), -1, -1, 0, 0);
    SIZES(main, -1, -1, 0, 0);
    __VERIFIER_assert(__builtin_dynamic_object_size(g, 0) == 20 && (long)__builtin_dynamic_object_size(p, 0) == -1);
    if (0 <= i && i <= 20)
        __VERIFIER_assert(__builtin_dynamic_object_size(g + i, 0) == 20); //~ VIOLATED
    if (i > 20)
        __VERIFIER_assert(__builtin_dynamic_object_size(g + i, 0) == 0);
    return 0;
}
