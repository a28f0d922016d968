// gotcha: verify --property no-overflow --unwind 3
// verdict: false(no-overflow)
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
short __VERIFIER_nondet_short(void);
char __VERIFIER_nondet_char(void);

static int sums(int a, int b)
{
    if (a > 1000 && b > 1000 && a < 2000 && b < 2000)
        return a + b; //~ HOLDS
    return a + b; //~ VIOLATED
}

static int differences(int a, int b)
{
    if (a >= 0 && b >= 0)
        return a - b; //~ HOLDS
    return a - b; //~ VIOLATED
}

static int products(int a, int b)
{
    if (a > -300 && a < 300 && b > -300 && b < 300)
        return a * b; //~ HOLDS
    if (b == 7)
        return a * 7; //~ VIOLATED
    return a * b; //~ VIOLATED
}

static long wide(long a, long b)
{
    if (a == -b)
        return a + b; //~ HOLDS
    return a * b; //~ VIOLATED
}

static int quotients(int a, int b)
{
    if (b == 0)
        return 0;
    if (b == -1 && a != -2147483647 - 1)
        return a / b; //~ HOLDS
    if (b > 0)
        return a / b; //~ HOLDS
    if (a < -5)
        return a % b; //~ VIOLATED
    return a / b; //~ HOLDS
}

static int negations(int a)
{
    if (a > -2147483647)
        return -a; //~ HOLDS
    return -a; //~ VIOLATED
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int r = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0: r = sums(a, b); break;
    case 1: r = differences(a, b); break;
    case 2: r = products(a, b); break;
    case 3: {
        long p = __VERIFIER_nondet_long(), q = __VERIFIER_nondet_long();
        r = p > -1000 && q > -1000 && wide(p, q) != 0;
        break;
    }
    case 4: r = quotients(a, b); break;
    case 5: r = negations(a); break;
    }
    return r != 0;
}
