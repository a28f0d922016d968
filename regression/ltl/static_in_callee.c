// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant one: F "x == 1";
int x;
static void turn(void)
{
    static unsigned n;
    n = (n + 1) % 3;
    x = n == 2 ? 2 : 0;
}
int main(void)
{
    for (;;)
        turn(); //~ VIOLATED
}
