// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant last: X G "x == 2";
extern void __VERIFIER_ltl_step(void);
extern int __VERIFIER_nondet_int(void);
int x;
int main(void)
{
    x = __VERIFIER_nondet_int();
    __VERIFIER_ltl_step();
    x = 2;
    __VERIFIER_ltl_step();
    for (;;)
        x = 3; //~ HOLDS
}
