// gotcha: verify --property termination --timeout 8s
// verdict: true
// solvers: embedded cvc5 (the others sometimes need more time for the first inductive step)
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x > 0 && y > 0) { //~ HOLDS
        if (__VERIFIER_nondet_int()) {
            x--;
            y = __VERIFIER_nondet_int();
        } else {
            y--;
        }
    }
    return 0;
}
