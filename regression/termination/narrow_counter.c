// gotcha: verify --property termination --timeout 8s
// verdict: false(termination)
// The counter comes back to 0 before it reaches the bound.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (unsigned char i = 0; i < n; i++) //~ VIOLATED
        ;
    return 0;
}
