// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant one: F "x == 1";
// Every second visit of the head has a step.
extern void __VERIFIER_ltl_step(void);
int x, even;
int main(void)
{
    for (;;) {
        even = !even; //~ VIOLATED
        if (even)
            __VERIFIER_ltl_step();
    }
}
