// gotcha: verify --property termination --timeout 8s --max-k 4
// verdict: unknown(
// As `divisor` of recursion_as_called, but zero is let in: then an argument stays as it is for ever.
extern int __VERIFIER_nondet_int(void);
static int divisor(int a, int b) //~ UNKNOWN
{
    if (a == b)
        return a;
    return a > b ? divisor(a - b, b) : divisor(a, b - a);
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return a >= 0 && b >= 0 ? divisor(a, b) : 0;
}
