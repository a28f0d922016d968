// gotcha: verify --property termination --timeout 8s --max-k 4
// verdict: unknown(
// The argument is less than the parameter is by then, but not less than it was at the call.
extern int __VERIFIER_nondet_int(void);
static int calls;
static int down(int n) //~ UNKNOWN
{
    calls++;
    n++;
    return n > 0 ? down(n - 1) : 0;
}
int main(void)
{
    return down(5);
}
