// gotcha: ltl --timeout 5s
// solvers: embedded (others need more time)
// verdict: unknown(
//@ ltl invariant one: F "x == 1";
extern int __VERIFIER_nondet_int(void);
int x;
static void down(int n)
{
    if (n != 0)
        down(n - 1);
}
int main(void)
{
    down(__VERIFIER_nondet_int());
    x = 1;
    return 0;
}
