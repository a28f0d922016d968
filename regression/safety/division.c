// gotcha: verify --property div-by-zero
// verdict: false(div-by-zero)
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    int n = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0: n = 100 / b; break; //~ VIOLATED
    case 1: n = 100 % b; break; //~ VIOLATED
    case 2: n = 100 / (c + 1); break;
    case 3: n = 100 / c; break; //~ VIOLATED
    case 4: if (b > 0) n = 100 / b; break; //~ HOLDS
    case 5: b %= 10; if (b) n = a < 0 ? 0 : a / b; break; //~ HOLDS
    case 6: n = 100; n /= b - b; break; //~ VIOLATED
    case 7: a / b; break; //~ VIOLATED
    }
    return n > 3;
}
