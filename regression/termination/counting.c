// gotcha: verify --property termination --timeout 15s
// solvers: embedded (others need more time)
// verdict: true
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), s = 0;
    for (int i = 0; i < n; i++) //~ HOLDS
        s ^= i;
    for (int i = n; i > 0; i--) //~ HOLDS
        s ^= i;
    for (unsigned i = (unsigned)n; i != 0; i /= 2) //~ HOLDS
        s ^= 1;
    return s;
}
