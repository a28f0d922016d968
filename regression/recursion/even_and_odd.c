// gotcha: verify --property unreach-call
// verdict: true
// Two functions that call each other; their contracts are about the lowest bit.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int is_odd(int n);
int is_even(int n) {
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}
int is_odd(int n) {
    if (n == 0)
        return 0;
    return is_even(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 0;
    if (is_even(n) != (n % 2 == 0))
        reach_error(); //~ HOLDS contracts
    return 0;
}
