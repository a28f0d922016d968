// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant never: G !"x == 5";
// A value between two others is a letter, also if it is written through a pointer.
int x;
int main(void)
{
    int *p = &x;
    *p = 5;
    x = 1;
    return 0;
}
