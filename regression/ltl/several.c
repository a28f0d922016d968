// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant low: G "x < 3";
//@ ltl invariant high: F "x > 1";
int x;
int main(void)
{
    x = 1;
    return 0;
}
