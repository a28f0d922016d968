void observe(long long);
int __VERIFIER_nondet_int(void);
#ifdef __SIZEOF_INT128__
typedef __int128 L; typedef unsigned __int128 U; static void o(U x) { observe((long long)x); observe((long long)(x >> 64)); }
struct s { char c; L l; }; static L g = (L)1 << 100; static U gm = ~(U)0; static L arr[2] = { -1, 5 };
static L mulmod(L a, L b, L m) { return a * b % m; } static int sw(L x) { switch (x) { case 1: return 1; case ((L)1 << 70): return 2; case -1: return 3; } return 0; }
int main(void) {
  int n = __VERIFIER_nondet_int(); L a = (L)n << 70, b = n - 7; U u = (U)-1; o(a); o(b); o(a + b); o(a - b); o(a * b); o(a / (b | 1)); o(a % (b | 1)); o(a >> 3); o(u >> 3); o(u >> 127); o(a << 9); o(~a); o(-a); o(a & u); o(a ^ b); o(a | 1); observe(a > b); observe(u > a); observe(a == b); observe(!a); observe(a && b);
  o((L)1e30); o((U)1e38); o((L)-1e20f); o((L)3.5L); observe((double)((L)1 << 100) == 0x1p100); observe((float)u == 0x1p128f); observe((long double)((U)1 << 127) == 0x1p127L); observe((double)a * 1.0 == (double)n * 0x1p70); observe((int)(a >> 70)); observe((char)b); observe((_Bool)((L)1 << 90)); o(g); o(gm); o(arr[0]); o(arr[1]); observe(sizeof(L)); observe(_Alignof(L)); observe(sizeof(struct s)); observe(__builtin_offsetof(struct s, l));
  o(mulmod((L)123456789012345678, (L)987654321098765432, (L)1000000007)); observe(sw(1)); observe(sw((L)1 << 70)); observe(sw(-1)); observe(sw(7)); a++; o(a); a -= 5; o(a); a <<= 3; o(a); a /= 3; o(a); o(n ? a : 5); o(u / 10); o(u % 10); U d = u; int digits = 0; while (d) { d /= 10; digits++; } observe(digits); struct s s = { 'x', -3 }; o(s.l); L *p = &s.l; *p *= *p; o(s.l); o((L)(long long)-1); o((U)(unsigned)-1); o((U)-1 * (U)-1); o(u + 1); observe((L)-1 < 0); observe((U)-1 < 0);
  o(u / ((U)1 << 65)); o((L)(((U)1 << 127)) / 3); o((L)(((U)1 << 127)) % 7); o((L)(((U)1 << 127)) >> 100);
  return 0;
}
#else
int main(void) { observe(1); return 0; }
#endif
