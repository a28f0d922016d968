// gotcha: verify --property unreach-call
// verdict: true
// A static variable that calls change and restore, with an assertion inside.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int depth, steps;
void walk(int n) {
    if (n <= 0)
        return;
    depth++;
    if (depth <= 0)
        reach_error(); //~ HOLDS contracts
    walk(n - 1);
    depth--;
    steps = 1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 10000000)
        return 0;
    walk(n);
    if (depth != 0)
        reach_error(); //~ HOLDS contracts
    return 0;
}
