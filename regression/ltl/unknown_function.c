// gotcha: ltl --entry f --lazy-inputs --timeout 5s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant good: G !"bad == 1";
// A function that the caller gives may come back with any number, as a stub does.
int bad;
int f(int (*given)(int))
{
    bad = 0;
    if (given && given(3) == 5)
        bad = 1;
    return 0;
}
