// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// As add_by_ones; that a sum is no less than its parts is wrong where it wraps.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
unsigned char add(unsigned char a, unsigned char b) {
    if (b == 0)
        return a;
    return add(a + 1, b - 1);
}
int main(void) {
    unsigned char a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (add(a, b) < a)
        reach_error(); //~ VIOLATED
    return 0;
}
