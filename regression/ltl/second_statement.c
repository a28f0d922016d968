// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant zero: <> AP(x == 0);
int x, y;
int main(void)
{
    y = 1;
    x = y;
    return 0;
}
