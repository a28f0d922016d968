// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant at_last: F G {x == 3};
unsigned x;
int main(void)
{
    for (;;) {
        x = 0; //~ VIOLATED
        x = 3;
    }
}
