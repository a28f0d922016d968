// gotcha: verify --property termination --timeout 15s
// solvers: embedded (others need more time)
// verdict: true
extern int __VERIFIER_nondet_int(void);
static int inner(int n)
{
    int s = 0;
    while (n > 0) //~ HOLDS
        s += n--;
    return s;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), s = 0;
    for (int i = 0; i < n; i++) //~ HOLDS
        for (int j = i; j < n; j++) //~ HOLDS
            s += inner(j);
    return s;
}
