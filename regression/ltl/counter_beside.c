// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant one: F "x == 1";
// A counter on which nothing depends is no part of the state.
int x;
unsigned long time;
int main(void)
{
    for (;;) {
        time++; //~ VIOLATED
        x = x == 0 ? 2 : 0;
    }
}
