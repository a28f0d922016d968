// gotcha: verify --property no-overflow,div-by-zero
// verdict: false(
int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    if (a < 0)
        a + 1; //~ HOLDS
    if (a > 5)
        (void)(a + 1); //~ VIOLATED
    a > 3 && 1 / (a - 3); //~ 1:HOLDS
    return 0;
}
