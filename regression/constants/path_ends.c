// gotcha: cover --criterion branch
// verdict: complete

// A store into a constant ends the path, as the program's death does; one into a constant variable of a block does not.

#include <string.h>

extern int __VERIFIER_nondet_int(void);

static const int table[4] = {1, 2, 3, 4};

int main(void) {
    int n = __VERIFIER_nondet_int();
    char *text = "abc";
    const int own = 3;
    int mine[4] = {0};
    int *p = n & 1 ? (int *)table : mine;
    if (n == 10) {
        text[0] = 'x';
        if (n == 10) //~ unreachable
            return 1;
    }
    if (n == 12) {
        strcpy(text, "x");
        if (n == 12) //~ unreachable
            return 1;
    }
    if (n == 14) {
        *(int *)&own = 4;
        if (own == 4) //~ true:covered
            return 2;
    }
    p[n & 3 & 2] = 5;
    if (p == mine) //~ true:covered false:unreachable
        return 3;
    return 4;
}
