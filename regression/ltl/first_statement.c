// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant zero: <> AP(x == 0);
// The word begins after the first statement, what statics are before is no letter.
int x;
int main(void)
{
    x = 1;
    return 0;
}
