// gotcha: verify --property unreach-call
// verdict: true
// Two functions whose results are powers of two less one, one in a static variable.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int counter;
int moves(int n) {
    if (n == 1)
        return 1;
    return 2 * moves(n - 1) + 1;
}
void move(int n) {
    if (n == 0)
        return;
    counter++;
    move(n - 1);
    move(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 31)
        return 0;
    move(n);
    if (counter != moves(n))
        reach_error(); //~ HOLDS contracts
    return 0;
}
