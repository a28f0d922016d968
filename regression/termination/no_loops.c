// gotcha: verify --property termination --timeout 8s
// verdict: true
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0;
    if (__VERIFIER_nondet_int())
        return *p;
    return 0;
}
