// gotcha: verify --property pointer,nonnull,overlap,library
// verdict: false(pointer)

// What a call demands of its arguments is asked after what computes the arguments.

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char to[4], from[3] = "ab";
    char *q = from;
    int base = 10;
    switch (__VERIFIER_nondet_int()) {
    case 0: {
        char **pp = 0;
        memcpy(to, *pp, 2);  //~ one:VIOLATED
        break;
    }
    case 1: {
        int *p = 0;
        strtol(from, 0, *p);  //~ one:VIOLATED
        break;
    }
    case 2: {
        char **pp = &q;
        int *p = &base;
        memcpy(to, *pp, 2);
        strtol(from, 0, *p);
        break;
    }
    }
    return 0;
}
