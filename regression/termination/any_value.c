// gotcha: verify --property termination --timeout 8s
// verdict: false(termination)
// It goes on as long as the inputs say so.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0) //~ VIOLATED
        x = __VERIFIER_nondet_int();
    return 0;
}
