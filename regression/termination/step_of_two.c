// gotcha: verify --property termination --timeout 8s --max-k 4
// verdict: unknown(
// It passes by if the number is odd.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    for (unsigned i = 0; i != n; i += 2) //~ UNKNOWN
        ;
    return 0;
}
