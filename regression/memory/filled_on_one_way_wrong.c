// gotcha: verify
// verdict: false

// A part of an object is filled in one way or another; where the ways meet, single bytes are read.

#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

union state { unsigned char bytes[100000]; unsigned words[25000]; void *pointers[12500]; };
union state state;

int main(void) {
    int c = __VERIFIER_nondet_int();
    unsigned i = __VERIFIER_nondet_int();
    if (i >= 90000)
        return 0;
    if (c > 5)
        memset((char *)&state + 8, 0, 90000);
    else
        memset((char *)&state + 8, 1, 90000);
    __VERIFIER_assert(state.bytes[50] == (c <= 5));
    __VERIFIER_assert(state.words[50] == 0); //~ VIOLATED
    __VERIFIER_assert((state.pointers[50] == 0) == (c > 5));
    __VERIFIER_assert(state.bytes[8 + i] == (c <= 5));
    return 0;
}
