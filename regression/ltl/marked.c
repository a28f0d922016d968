// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant turns: G ("x == 0" -> X "x == 1") && G ("x == 1" -> X "x == 0");
// Only the calls are steps: what x is in between does not count.
extern void __VERIFIER_ltl_step(void);
int x;
int main(void)
{
    for (;;) {
        x = 7; //~ HOLDS
        x = 0;
        __VERIFIER_ltl_step();
        x = 7;
        x = 1;
        __VERIFIER_ltl_step();
    }
}
