// gotcha: verify --property assertions
// verdict: true
// The operator after the brace of a compound literal is no address of a label.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int both = (int){a} && b;
    assert(both == (a != 0 && b != 0)); //~ HOLDS
    return 0;
}
