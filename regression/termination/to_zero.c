// gotcha: verify --property termination --timeout 15s
// solvers: embedded (others need more time)
// verdict: true
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    while (n != 0) //~ HOLDS
        n--;
    return 0;
}
