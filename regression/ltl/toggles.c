// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant both: G F t && G F !t;
int t, i;
int main(void)
{
    for (;;) {
        i = (i + 1) % 4; //~ HOLDS
        t = i < 2;
    }
}
