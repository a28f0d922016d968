// gotcha: verify --property termination --timeout 15s --max-k 4
// verdict: unknown(
// The argument of the second call is as large as that of the first: what it is depends on what the function changes outside.
extern int __VERIFIER_nondet_int(void);
static int left = 3;
static int down(int n) //~ UNKNOWN
{
    left++;
    return n < left ? down(left - 1) : 0;
}
int main(void)
{
    return down(__VERIFIER_nondet_int());
}
