// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant one: F "x == 1";
// Runs that an assumption ends are none.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    while (n != 4) { //~ HOLDS
        __VERIFIER_assume(n < 0);
        n = __VERIFIER_nondet_int();
        __VERIFIER_assume(n == 4);
    }
    x = 1;
    return 0;
}
