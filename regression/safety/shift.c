// gotcha: verify --property shift,no-overflow
// verdict: false(
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), n = 0;
    unsigned u = __VERIFIER_nondet_uint();
    long w = __VERIFIER_nondet_long();
    switch (__VERIFIER_nondet_int()) {
    case 0: u = u << a; break; //~ VIOLATED
    case 1: u >>= u; break; //~ VIOLATED
    case 2: u = u << (a & 31); break;
    case 3: n = a >> 3; break;
    case 4: if (a < 0) n = a << 1; break; //~ VIOLATED
    case 5: if (a >= 0) n = a << 1; break; //~ 4:HOLDS 2:VIOLATED
    case 6: if (a >= 0 && a < 1000) n = a << 20; break; //~ HOLDS
    case 7: n = 1 << 31; break; //~ VIOLATED
    case 8: if (w >= 0 && w < 64) w = 1L << w; break; //~ 6:HOLDS 5:VIOLATED
    case 9: if (w >= 0 && w < 63) w = 1L << w; break; //~ HOLDS
    case 10: n = (short)a; n = n < 0 ? 0 : n << 16; break; //~ HOLDS
    }
    return n + u > w;
}
