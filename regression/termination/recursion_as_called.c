// gotcha: verify --property termination --timeout 15s
// verdict: true
// That these recursions end depends on what their arguments are where they are called, on what inner calls return, and on branches that end the program.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int steps;
static int moves(int n) //~ HOLDS
{
    return n == 1 ? 1 : 2 * moves(n - 1) + 1;
}
static void move(int n, int from, int to, int over) //~ HOLDS
{
    if (n == 0)
        return;
    steps++;
    move(n - 1, from, over, to);
    move(n - 1, over, to, from);
}
static int ninety_one(int x) //~ HOLDS
{
    return x > 100 ? x - 10 : ninety_one(ninety_one(x + 11));
}
static int divisor(int a, int b) //~ HOLDS
{
    if (a <= 0 || b <= 0)
        abort();
    if (a == b)
        return a;
    return a > b ? divisor(a - b, b) : divisor(a, b - a);
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (n >= 1 && n < 30) {
        moves(n);
        move(n, 1, 3, 2);
    }
    ninety_one(n);
    if (a > 0 && b > 0)
        divisor(a, b);
    return 0;
}
