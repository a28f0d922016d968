// gotcha: verify --property unreach-call
// verdict: true
// McCarthy's function: the argument of a call is the result of another one.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int f(int n) {
    if (n > 100)
        return n - 10;
    return f(f(n + 11));
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int r = f(n);
    if (r != 91 && (n <= 101 || r != n - 10))
        reach_error(); //~ HOLDS contracts
    return 0;
}
