// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant grows: G "x >= 1";
// Unsigned numbers wrap.
unsigned char x = 1;
int main(void)
{
    for (;;)
        x++;
}
