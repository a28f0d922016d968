// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// As ninety_one, where the border is taken for part of the first case.
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
    if (r != 91 && (n <= 102 || r != n - 10))
        reach_error(); //~ VIOLATED
    return 0;
}
