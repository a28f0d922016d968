// gotcha: verify --property bounds --unwind 12
// verdict: false(bounds)
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

struct pair { int first[3]; int second; };
static int table[10];

int main(void)
{
    int i = __VERIFIER_nondet_int(), n = 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    int grid[3][4] = { { 0 } };
    struct pair p = { { 1, 2, 3 }, 4 };
    char big[256] = { 0 };
    int *end;
    switch (__VERIFIER_nondet_int()) {
    case 0: n = table[i]; break; //~ VIOLATED
    case 1: if (i >= 0 && i < 10) n = table[i]; break; //~ HOLDS
    case 2: if (i >= 0 && i <= 10) table[i] = 1; break; //~ VIOLATED
    case 3: n = big[c]; break;
    case 4: if (i >= 0 && i < 12) n = grid[i / 4][i % 4]; break; //~ HOLDS
    case 5: if (i > 0 && i < 12) n = grid[0][i]; break; //~ VIOLATED
    case 6: if (i >= 0 && i < 4) p.first[i] = 0; break; //~ VIOLATED
    case 7: end = &table[10]; n = end - table; break;
    case 8: if (i == 11) end = &table[i]; break; //~ VIOLATED
    case 9: for (i = 0; i <= 10; i++) n += i < 10 ? table[i] : 0; break; //~ HOLDS
    case 10: for (i = 0; i <= 10; i++) table[i] = 0; break; //~ VIOLATED
    case 11: i &= 7; n = i < 8 && table[i] > 3; break;
    }
    return n == 5;
}
