// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant answered: G ("asked == 1" -> F "asked == 0");
// What was asked is answered only if an input says so at last.
extern int __VERIFIER_nondet_int(void);
int asked;
int main(void)
{
    for (;;) {
        asked = 1;
        while (__VERIFIER_nondet_int() != 7) { //~ VIOLATED
        }
        asked = 0;
    }
}
