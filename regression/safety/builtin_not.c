// gotcha: verify --property builtin
// verdict: true
extern unsigned __VERIFIER_nondet_uint(void);
static _Alignas(16) char buffer[64];
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned char c = x;
  int n = x ? __builtin_clz(x) + __builtin_ctz(x) : 64; //~ HOLDS
  char *p = __builtin_assume_aligned(buffer + (x & 3) * 16, 16); //~ HOLDS
  n += __builtin_clz(c | 1) + __builtin_ctzll((unsigned long long)x << 1 | 1); //~ HOLDS
  for (unsigned bits = x & 0xff; bits; bits &= bits - 1)
    n += __builtin_ctz(bits); //~ HOLDS
  return n + *p;
}
