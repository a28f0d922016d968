// gotcha: ltl --entry f --lazy-inputs --timeout 5s
// solvers: embedded (others need more time)
// verdict: unknown
//@ ltl invariant good: G !"bad == 1";
// Nobody knows what a function answers that the caller gives.
int bad;
int f(int (*given)(int))
{
    bad = 0;
    if (given && given(3) == 5)
        bad = 1;
    return 0;
}
