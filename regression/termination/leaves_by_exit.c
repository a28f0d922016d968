// gotcha: verify --property termination --timeout 15s
// solvers: embedded (others need more time)
// verdict: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int left = 10, n = __VERIFIER_nondet_int();
    while (n > 5) //~ HOLDS
        if (left-- == 0)
            exit(0);
    while (1) //~ HOLDS
        if (n++ > 1000)
            break;
    return 0;
}
