// gotcha: verify --property no-overflow,div-by-zero
// verdict: true
// Operands that are not evaluated do no harm.
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int n = 0, k;
    if (a < 100 && a > 0 && a + 1 > 5) //~ HOLDS
        n++;
    if (b == 0 || a == -2147483647 - 1 || a / b > 3) //~ HOLDS
        n++;
    k = b > 1 ? a % b : b < -1 && b > -9 ? a % -b : 0; //~ HOLDS
    n = n > 0 && (b == 0 || a < 0 || 100 / b > 0);
    return n == k;
}
