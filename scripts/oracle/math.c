/* Calls the functions of <math.h> with special and ordinary arguments, and shows a digest of what each of them gave in each rounding mode. */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>

#ifdef NATIVE
#include <stdio.h>
#define SHOW(what, mode) printf("%d %d %llu %s\n", line, mode, digest, what)
#else
void show(int line, int mode, unsigned long long digest);
#define SHOW(what, mode) show(line, mode, digest)
#endif

static unsigned long long digest;
static int line;

static void note(unsigned long long bits) { digest = (digest ^ bits) * 0x100000001b3ULL + (digest >> 47); }

union f { float value; unsigned bits; };
union d { double value; unsigned long long bits; };
union l { long double value; struct { unsigned long long low; unsigned short high; } bits; };

/* Which NaN it is only counts where a function says so. */
static void note_f(float x) { union f u; u.value = x; note(x != x ? 7 : u.bits); }
static void note_d(double x) { union d u; u.value = x; note(x != x ? 7 : u.bits); }
static void note_l(long double x) { union l u; u.value = x; if (x != x) note(7); else { note(u.bits.low); note(u.bits.high); } }

static const unsigned patterns_f[] = {0, 1, 2, 0x7fffff, 0x800000, 0x800001, 0x3f000000, 0x3effffff, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc00000,
  0x40000000, 0x40200000, 0x40490fdb, 0x42280000, 0x4b000001, 0x4b7fffff, 0x4b800001, 0x5f000000, 0x7e967699, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x00c00000, 0x1e3ce508};
static const unsigned long long patterns_d[] = {0, 1, 2, 0xfffffffffffffULL, 0x10000000000000ULL, 0x3fe0000000000000ULL, 0x3fdfffffffffffffULL,
  0x3fefffffffffffffULL, 0x3ff0000000000000ULL, 0x3ff0000000000001ULL, 0x3ff8000000000000ULL, 0x4000000000000000ULL, 0x4004000000000000ULL,
  0x400921fb54442d18ULL, 0x4045000000000000ULL, 0x4320000000000001ULL, 0x433fffffffffffffULL, 0x4340000000000001ULL, 0x43e0000000000000ULL,
  0x7fd6d69923a54f12ULL, 0x7fefffffffffffffULL, 0x7ff0000000000000ULL, 0x7ff8000000000000ULL, 0x1fe0000000000007ULL, 0x0018000000000000ULL};

static float at_f(int i) { union f u; u.bits = patterns_f[i / 2] ^ (unsigned)(i % 2) << 31; return u.value; }
static double at_d(int i) { union d u; u.bits = patterns_d[i / 2] ^ (unsigned long long)(i % 2) << 63; return u.value; }
static long double at_l(int i) {
  double x = at_d(i);
  union l u;
  u.value = x;
  if (x == x && x - x == 0 && x != 0 && i % 3 == 0)
    u.bits.low ^= i * 5 & 0x7ff;
  if (i % 7 == 1) {
    u.value = i % 4 ? 0 : 1;
    u.bits.low |= 1;
    u.bits.high ^= i % 2 << 15;
  }
  return u.value;
}
#define N_f (2 * (int)(sizeof patterns_f / sizeof *patterns_f))
#define N_d (2 * (int)(sizeof patterns_d / sizeof *patterns_d))
#define N_l N_d

#define EACH(what, ...) do { digest = 14695981039346656037ULL; line++; __VA_ARGS__; SHOW(what, mode); } while (0)
#define ONE(s, f) EACH(#f " " #s, for (int i = 0; i < N_##s; i++) note_##s(f(at_##s(i))))
#define ONE_INT(s, f) EACH(#f " " #s, for (int i = 0; i < N_##s; i++) note((unsigned long long)(long long)f(at_##s(i))))
#define TWO(s, f) EACH(#f " " #s, for (int i = 0; i < N_##s; i++) for (int j = 0; j < N_##s; j++) note_##s(f(at_##s(i), at_##s(j))))
#define TWO_OP(s, op) EACH(#op " " #s, for (int i = 0; i < N_##s; i++) for (int j = 0; j < N_##s; j++) note_##s(at_##s(i) op at_##s(j)))
#define THREE(s, f) EACH(#f " " #s, for (int i = 0; i < N_##s; i += 2) for (int j = 0; j < N_##s; j += 3) for (int k = 0; k < N_##s; k += 5) note_##s(f(at_##s(i), at_##s(j), at_##s(k))))
#define SCALE(s, f) EACH(#f " " #s, for (int i = 0; i < N_##s; i++) for (int n = -2300; n <= 2300; n += 57) note_##s(f(at_##s(i), n)))

#define ALL(s, u, T) \
  ONE(s, sqrt##u); ONE(s, floor##u); ONE(s, ceil##u); ONE(s, trunc##u); ONE(s, round##u); ONE(s, rint##u); ONE(s, nearbyint##u); ONE(s, roundeven##u); \
  ONE(s, fabs##u); ONE(s, logb##u); \
  ONE_INT(s, isnan); ONE_INT(s, isinf); ONE_INT(s, isfinite); ONE_INT(s, isnormal); ONE_INT(s, signbit); ONE_INT(s, fpclassify); \
  ONE_INT(s, __builtin_isinf_sign); ONE_INT(s, __builtin_finite##u); ONE_INT(s, ilogb##u); \
  ONE_INT(s, lrint##u); ONE_INT(s, llrint##u); ONE_INT(s, lround##u); ONE_INT(s, llround##u); \
  TWO_OP(s, +); TWO_OP(s, -); TWO_OP(s, *); TWO_OP(s, /); \
  TWO(s, fmod##u); TWO(s, remainder##u); TWO(s, copysign##u); TWO(s, fmin##u); TWO(s, fmax##u); TWO(s, fdim##u); TWO(s, nextafter##u); TWO(s, nexttoward##u); \
  THREE(s, fma##u); SCALE(s, ldexp##u); SCALE(s, scalbn##u); SCALE(s, scalbln##u); \
  EACH("frexp " #s, for (int i = 0; i < N_##s; i++) { int e = 99; note_##s(frexp##u(at_##s(i), &e)); note(e); }); \
  EACH("modf " #s, for (int i = 0; i < N_##s; i++) { T whole; note_##s(modf##u(at_##s(i), &whole)); note_##s(whole); }); \
  EACH("remquo " #s, for (int i = 0; i < N_##s; i++) for (int j = 0; j < N_##s; j++) { int q = 0; T x = at_##s(i), y = at_##s(j); note_##s(remquo##u(x, y, &q)); \
    if (x - x == 0 && y == y && y != 0) note(q & 7), note(q < 0); }); \
  EACH("float conversions " #s, for (int i = 0; i < N_##s; i++) { T x = at_##s(i); note_f(x); note_d(x); note_l(x); }); \
  EACH("integers from " #s, for (int i = 0; i < N_##s; i++) { T x = at_##s(i); note((signed char)x); note((unsigned short)x); note((int)x); note((unsigned)x); note((long)x); note((unsigned long)x); }); \
  EACH("integers to " #s, for (int i = 0; i < 64; i++) { unsigned long n = 0x9e3779b97f4a7c15UL >> i; note_##s(n); note_##s((long)n); note_##s(-(int)n); note_##s((unsigned)n); })

#define INEXACT(s, u) \
  ONE(s, sin##u); ONE(s, cos##u); ONE(s, tan##u); ONE(s, asin##u); ONE(s, acos##u); ONE(s, atan##u); ONE(s, sinh##u); ONE(s, cosh##u); ONE(s, tanh##u); \
  ONE(s, asinh##u); ONE(s, acosh##u); ONE(s, atanh##u); ONE(s, exp##u); ONE(s, exp2##u); ONE(s, expm1##u); ONE(s, log##u); ONE(s, log2##u); ONE(s, log10##u); \
  ONE(s, log1p##u); ONE(s, cbrt##u); ONE(s, erf##u); ONE(s, erfc##u); ONE(s, tgamma##u); ONE(s, lgamma##u); TWO(s, pow##u); TWO(s, atan2##u); TWO(s, hypot##u)

int main(void) {
  int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  for (int m = 0; m < 4; m++) {
    int mode = modes[m];
    fesetround(mode);
    line = 0;
    digest = fegetround();
    SHOW("fegetround", mode);
    ALL(f, f, float);
    ALL(d, , double);
    ALL(l, l, long double);
    if (mode == FE_TONEAREST) {
      INEXACT(f, f);
      INEXACT(d, );
    }
  }
  return 0;
}
