// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// As depth_is_restored, but the variable is narrow and wraps on the way down.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
signed char depth;
void walk(int n) {
    if (n <= 0)
        return;
    depth++;
    if (depth < 0)
        reach_error(); //~ VIOLATED
    walk(n - 1);
    depth--;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 200)
        return 0;
    walk(n);
    return 0;
}
