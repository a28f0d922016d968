/* Built-in functions that plain programs use. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
extern void observe(long long);

static void bits(void) {
  static const unsigned long long values[] = {1, 2, 3, 0x80, 0x8000, 0xffff0000, 0x80000000, 0xffffffff, 0x100000000, 0x8000000000000000, 0xffffffffffffffff, 0x123456789abcdef0, 0x10101010};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    unsigned long long x = values[i]; unsigned u = (unsigned)x;
    observe(__builtin_clzll(x)); observe(__builtin_ctzll(x)); observe(__builtin_popcountll(x)); observe(__builtin_parityll(x)); observe(__builtin_ffsll(x)); observe(__builtin_clrsbll(x));
    if (u) { observe(__builtin_clz(u)); observe(__builtin_ctz(u)); observe(__builtin_clzl(u)); observe(__builtin_ctzl(u)); }
    observe(__builtin_popcount(u)); observe(__builtin_parity(u)); observe(__builtin_ffs(u)); observe(__builtin_clrsb(u)); observe(__builtin_popcountl(u)); observe(__builtin_ffsl(u)); observe(__builtin_clrsbl(u)); observe(__builtin_parityl(u));
    observe(__builtin_bswap16(u)); observe(__builtin_bswap32(u)); observe(__builtin_bswap64(x)); observe(ffs(u));
  }
  observe(__builtin_ffs(0)); observe(__builtin_popcount(0)); observe(__builtin_clrsb(0)); observe(__builtin_clrsbll(-1));
}

static void overflow(void) {
  static const long long values[] = {0, -1, 127, -128, INT_MAX, INT_MIN, UINT_MAX, LLONG_MAX, LLONG_MIN, 46341};
  for (unsigned i = 0; i < 10; i++)
    for (unsigned j = 0; j < 10; j++) {
      long long a = values[i], b = values[j], ll; int x; unsigned u; signed char c; unsigned long long ull; short s; long l; unsigned long ul;
      observe(__builtin_add_overflow(a, b, &ll)); observe(ll); observe(__builtin_sub_overflow(a, b, &x)); observe(x); observe(__builtin_mul_overflow(a, b, &ull)); observe(ull);
      observe(__builtin_add_overflow((int)a, (unsigned)b, &c)); observe(c); observe(__builtin_mul_overflow((unsigned long long)a, (unsigned long long)b, &ull)); observe(ull);
      observe(__builtin_mul_overflow((unsigned long long)a, (long long)b, &ll)); observe(ll); observe(__builtin_sub_overflow((unsigned char)a, b, &u)); observe(u); observe(__builtin_mul_overflow((short)a, (short)b, &s)); observe(s);
      observe(__builtin_sadd_overflow(a, b, &x)); observe(x); observe(__builtin_ssub_overflow(a, b, &x)); observe(__builtin_smul_overflow(a, b, &x)); observe(x);
      observe(__builtin_uadd_overflow(a, b, &u)); observe(u); observe(__builtin_usub_overflow(a, b, &u)); observe(__builtin_umul_overflow(a, b, &u)); observe(u);
      observe(__builtin_saddl_overflow(a, b, &l)); observe(__builtin_smulll_overflow(a, b, &ll)); observe(ll); observe(__builtin_umull_overflow(a, b, &ul)); observe(ul); observe(__builtin_usubll_overflow(a, b, &ull)); observe(ull);
      observe(__builtin_add_overflow_p(a, b, (int)0)); observe(__builtin_mul_overflow_p(a, b, (unsigned char)0)); observe(__builtin_sub_overflow_p(a, b, 0ULL));
    }
}

struct inner { int x[5]; struct { char c; short s[3]; } deep[2]; };
struct outer { char a; struct inner in; union { double d; int i[4]; } u; };

static int evaluated;
static int effect(int x) { evaluated++; return x; }

static void various(int n) {
  observe(__builtin_expect(n > 3, 1)); observe(__builtin_expect_with_probability(n, 3, 0.9)); observe(__builtin_expect(effect(2), effect(3))); observe(evaluated);
  observe(__builtin_constant_p(3)); observe(__builtin_constant_p(n)); observe(__builtin_constant_p("abc")); observe(__builtin_constant_p(effect(1))); observe(evaluated);
  observe(__builtin_choose_expr(1, n, "no")); observe(sizeof(__builtin_choose_expr(0, n, 'c' + 1LL))); observe(__builtin_types_compatible_p(int[], int[5])); observe(__builtin_types_compatible_p(struct inner, struct outer));
  observe(offsetof(struct outer, in.deep[1].s[2])); observe(__builtin_offsetof(struct outer, in.x[n])); observe(offsetof(struct outer, u.i[3]));
  char buffer[20]; char *p = __builtin_assume_aligned(buffer, 1);
  __builtin_strcpy(p, "hello"); observe(__builtin_strlen(buffer)); __builtin_memcpy(buffer + 5, " all", 5); observe(__builtin_strcmp(buffer, "hello all")); __builtin_memset(buffer, 'x', 3); observe(buffer[2]); observe(__builtin_memcmp(buffer, "xxxl", 4));
  observe(__builtin_strchr(buffer, 'l') - buffer); __builtin_memmove(buffer + 1, buffer, 4); observe(buffer[4]); observe(__builtin_abs(-n)); observe(__builtin_labs(-5L));
  char *stack = __builtin_alloca(n + 1); for (int i = 0; i <= n; i++) stack[i] = i * 2; observe(stack[n]); char *aligned = __builtin_alloca_with_align(16, 256); aligned[15] = 9; observe(aligned[15]);
  observe(__builtin_object_size(p, 0) == 20 || 1); __builtin_prefetch(p, 0, 3); observe(__builtin_classify_type(n)); observe(__builtin_classify_type(p)); observe(__builtin_classify_type(1.0));
  observe(__builtin_LINE()); observe(__builtin_FUNCTION()[0]);
  __builtin___memcpy_chk(buffer, "chk", 4, 20); observe(buffer[1]); __builtin___strcpy_chk(buffer, "strings", 20); observe(buffer[6]);
  observe((__builtin_return_address(0), 3)); observe((__builtin_frame_address(0), 4));
  observe(n ?: 5); observe(__builtin_isnan(0.0)); observe(__builtin_signbit(-1.0) != 0);
}

int main(void) { bits(); overflow(); various(4); return 0; }
