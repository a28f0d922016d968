// gotcha: verify --property unsigned-overflow
// verdict: false(unsigned-overflow)
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned long w = __VERIFIER_nondet_ulong();
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned n = 0;
    c++;
    switch (__VERIFIER_nondet_uint()) {
    case 0: n = a + b; break; //~ VIOLATED
    case 1: n = a >= b ? a - b : 0; break; //~ HOLDS
    case 2: n = a - b; break; //~ VIOLATED
    case 3: w = w * b; break; //~ VIOLATED
    case 4: w = (unsigned long)a * b; break;
    case 5: n = -a; break; //~ VIOLATED
    case 6: if (a < 0xffffffff) a++; break; //~ HOLDS
    case 7: n = a << 31; break;
    }
    return n == w;
}
