// gotcha: verify --property no-overflow
// verdict: false(no-overflow)
int __VERIFIER_nondet_int(void);
short __VERIFIER_nondet_short(void);
unsigned char __VERIFIER_nondet_uchar(void);

struct bits { int narrow : 5; unsigned wide : 32; };

int main(void)
{
    int a = __VERIFIER_nondet_int();
    short s = __VERIFIER_nondet_short();
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned u = a;
    struct bits b = { s & 7, 1u };
    int v[2] = { a, a };
    int n = 0;
    // Narrow types are promoted, and what does not fit is a conversion.
    s++;
    s += 30000;
    s = s * 2;
    c = c + c * c;
    b.narrow++;
    b.wide += 4000000000u;
    u += 4000000000u;
    u = -u;
    s = s * s;
    switch (__VERIFIER_nondet_int()) {
    case 0: a++; break; //~ VIOLATED
    case 1: --a; break; //~ VIOLATED
    case 2: a += c; break; //~ VIOLATED
    case 3: a *= 2; break; //~ VIOLATED
    case 4: n = v[0]++; break; //~ VIOLATED
    case 5: v[1] -= u; break;
    case 6: a -= 1L; break;
    case 7: if (a < 2147483647) a++; break; //~ HOLDS
    case 8: a -= a; break; //~ HOLDS
    }
    return n > c;
}
