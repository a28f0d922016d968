// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant again: G F "x == 1";
// A round of the outer loop may stay in the inner one, between two steps.
extern void __VERIFIER_ltl_step(void);
extern int __VERIFIER_nondet_int(void);
int x;
int main(void)
{
    for (;;) {
        x = 0;
        __VERIFIER_ltl_step();
        while (__VERIFIER_nondet_int()) //~ VIOLATED
            x = 1;
        x = 1;
        __VERIFIER_ltl_step();
    }
}
