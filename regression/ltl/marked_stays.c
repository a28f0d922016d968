// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant five: F "x == 5";
// After the last step its letter repeats for ever, though the run goes on.
extern void __VERIFIER_ltl_step(void);
int x;
int main(void)
{
    x = 1;
    __VERIFIER_ltl_step();
    for (;;)
        x = 5; //~ VIOLATED
}
