// gotcha: verify --property bounds,pointer,no-overflow --unwind 9
// verdict: false(
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char digits[3] = { '1', '2', '3' };
    char number[4] = "123";
    switch (__VERIFIER_nondet_int()) {
    case 0: n = atoi(number); break; //~ HOLDS
    case 1: n = atoi(digits); break; //~ one:VIOLATED
    case 2: n = abs(n); break; // unseen by sanitizers (gcc has no check for it) //~ VIOLATED
    case 3: if (n > -5) n = abs(n); break; //~ HOLDS
    }
    return n == 3;
}
