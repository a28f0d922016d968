// gotcha: verify --property no-overflow
// verdict: false(no-overflow)
// As no_overflow_going_down, where negative numbers come to the difference.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
int gcd(int a, int b) {
    if (a == 0 || b == 0)
        return 0;
    if (a == b)
        return a;
    if (a > b)
        return gcd(a - b, b);
    return gcd(a, b - a);
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    return gcd(a, b) > 1;
}
