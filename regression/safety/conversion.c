// gotcha: verify --property conversion
// verdict: false(conversion)
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
double __VERIFIER_nondet_double(void);

static unsigned char low(int x) { return x; } //~ VIOLATED

int main(void)
{
    int a = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    char c = 0;
    short s = 0;
    long w = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0: c = a; break; //~ VIOLATED
    case 1: c = (char)a; break;
    case 2: if (a >= -128 && a < 128) c = a; break; //~ HOLDS
    case 3: u = a; break; //~ VIOLATED
    case 4: if (a >= 0) u = a; break; //~ HOLDS
    case 5: a = u; break; //~ VIOLATED
    case 6: w = u; w = a; break;
    case 7: s += a & 1; break;
    case 8: s = low(a); break;
    case 9: if (a > u) s = 1; break; //~ VIOLATED
    }
    return c + s + w == a + u; //~ VIOLATED
}
