// gotcha: verify --property unreach-call
// verdict: true
// Inputs are read inside of the recursion; the result stays within what they are cut to.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int most(int n) {
    if (n <= 0)
        return 0;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 50)
        x = 50;
    int r = most(n - 1);
    return x > r ? x : r;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int r = most(n);
    if (r < 0 || r > 50)
        reach_error(); //~ HOLDS contracts
    return 0;
}
