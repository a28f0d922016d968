// gotcha: verify --property termination --timeout 15s
// solvers: embedded (others need more time)
// verdict: true
extern int __VERIFIER_nondet_int(void);
static unsigned ackermann(unsigned m, unsigned n) //~ HOLDS
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(int n);
static int even(int n) //~ HOLDS
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}
int main(void)
{
    return even(__VERIFIER_nondet_int()) + ackermann(__VERIFIER_nondet_int(), 3);
}
