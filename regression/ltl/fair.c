// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant fair: G F "grant == 1" -> G F "grant == 2";
extern int __VERIFIER_nondet_int(void);
int grant;
int main(void)
{
    for (;;) {
        grant = 0; //~ VIOLATED
        grant = __VERIFIER_nondet_int() > 0 ? 1 : 2;
    }
}
