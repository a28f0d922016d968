// gotcha: verify --property termination --timeout 8s
// verdict: true
// solvers: embedded (processes of their own need more time for the first inductive step)
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
again:
    if (n > 0) { //~ HOLDS
        n -= 3;
        goto again;
    }
    if (n < -5)
        goto middle;
    while (n < 100) { //~ HOLDS
        n++;
    middle:
        n++;
    }
    return 0;
}
