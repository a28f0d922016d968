// gotcha: verify --property termination --timeout 15s
// verdict: true
// What is left of a range becomes smaller, from either end or in halves; or the sum of two numbers does, one of which may rise.
extern int __VERIFIER_nondet_int(void);
static int table[32];
static int find(int what, int low, int high) //~ HOLDS
{
    if (low >= high)
        return -1;
    int middle = low + (high - low) / 2;
    if (table[middle] == what)
        return middle;
    return table[middle] < what ? find(what, middle + 1, high) : find(what, low, middle);
}
static int pour(int from, int to) //~ HOLDS
{
    if (from < 2 || to < 0 || to > 1000)
        return to;
    return pour(from - 2, to + 1);
}
static int swap(int a, int b) //~ HOLDS
{
    if (a <= 0 || b <= 0 || a > 1000 || b > 1000)
        return a;
    return swap(b - 1, a);
}
int main(void)
{
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high > 32)
        return 0;
    return find(__VERIFIER_nondet_int(), low, high) + pour(high, low) + swap(high, low);
}
