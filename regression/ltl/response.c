// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant answered: [](AP(asked == 1) ==> <> AP(asked == 0));
extern int __VERIFIER_nondet_int(void);
int asked;
int main(void)
{
    for (;;) {
        int n = __VERIFIER_nondet_int(); //~ HOLDS
        asked = n > 0;
        while (n > 0) //~ HOLDS
            n -= 2;
        asked = 0;
    }
}
