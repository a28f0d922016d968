// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant low: G "x < 3";
// What a run did before an assumption ends it is no violation: there is no such run.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    x = n & 7;
    x = x ^ 1;
    x = x ^ 1;
    __VERIFIER_assume(n >= 0 && n < 2);
    for (;;) {
        x = x ^ 1; //~ HOLDS
    }
}
