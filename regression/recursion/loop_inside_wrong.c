// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// As loop_inside, where the result is one less.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int spread(int n) {
    int most = 0;
    if (n <= 0)
        return 0;
    for (int i = 0; i < n; i++) {
        int r = spread(n - 1);
        if (r > most)
            most = r;
    }
    return most - (n == 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (spread(n) < 0)
        reach_error(); //~ VIOLATED
    return 0;
}
