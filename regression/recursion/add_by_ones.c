// gotcha: verify --property unreach-call
// verdict: true
// A sum by increments, which holds with wrap-around too.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
unsigned add(unsigned a, unsigned b) {
    if (b == 0)
        return a;
    return add(a + 1, b - 1);
}
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (add(a, b) != a + b)
        reach_error(); //~ HOLDS contracts
    return 0;
}
