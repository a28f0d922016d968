// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant again: G F "x == 1";
// The last letter of a run that ends repeats for ever.
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) //~ end:VIOLATED
{
    x = 1;
    if (__VERIFIER_nondet_int() == 12345)
        x = 2;
    return 0;
}
