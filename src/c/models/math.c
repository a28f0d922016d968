/* What can be said exactly on the bits of a number. */
union __model_d { double value; unsigned long long bits; };
union __model_f { float value; unsigned bits; };

double __model_fabs(double x) { union __model_d u; u.value = x; u.bits &= 0x7fffffffffffffffULL; return u.value; }
float __model_fabsf(float x) { union __model_f u; u.value = x; u.bits &= 0x7fffffffU; return u.value; }
long double __model_fabsl(long double x) { return x < 0 || (x == 0 && 1 / x < 0) ? -x : x; }

double __model_copysign(double x, double y) {
  union __model_d u, v;
  u.value = x;
  v.value = y;
  u.bits = (u.bits & 0x7fffffffffffffffULL) | (v.bits & 0x8000000000000000ULL);
  return u.value;
}
float __model_copysignf(float x, float y) {
  union __model_f u, v;
  u.value = x;
  v.value = y;
  u.bits = (u.bits & 0x7fffffffU) | (v.bits & 0x80000000U);
  return u.value;
}

int __model___signbit(double x) { union __model_d u; u.value = x; return u.bits >> 63 ? 128 : 0; }
int __model___signbitf(float x) { union __model_f u; u.value = x; return u.bits >> 31 ? 8 : 0; }
int __model_isnan(double x) { return x != x; }
int __model___isnan(double x) { return x != x; }
int __model_isnanf(float x) { return x != x; }
int __model___isnanf(float x) { return x != x; }
int __model_isinf(double x) { return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0; }
int __model___isinf(double x) { return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0; }
int __model_isinff(float x) { return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0; }
int __model___isinff(float x) { return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0; }
int __model_finite(double x) { return x - x == 0; }
int __model___finite(double x) { return x - x == 0; }
int __model_finitef(float x) { return x - x == 0; }
int __model___finitef(float x) { return x - x == 0; }

int __model_signbit(double x) { return __model___signbit(x); }
int __model_signbitf(float x) { return __model___signbitf(x); }
int __model_signbitl(long double x) { return x < 0 || (x == 0 && 1 / x < 0); }
int __model_isnanl(long double x) { return x != x; }
int __model_isinfl(long double x) { return x == x && x - x != 0; }
int __model_isinf_sign(double x) { return __model_isinf(x); }
int __model_isinf_signf(float x) { return __model_isinff(x); }
int __model_isinf_signl(long double x) { return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0; }
int __model_isfinite(double x) { return x - x == 0; }
int __model_isfinitef(float x) { return x - x == 0; }
int __model_isfinitel(long double x) { return x - x == 0; }
int __model_finitel(long double x) { return x - x == 0; }
int __model_isnormal(double x) { return x - x == 0 && (x >= 2.2250738585072014e-308 || x <= -2.2250738585072014e-308); }
int __model_isnormalf(float x) { return x - x == 0 && (x >= 1.17549435e-38f || x <= -1.17549435e-38f); }

/* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4 */
int __model___fpclassify(double x) {
  union __model_d u;
  u.value = x;
  unsigned exponent = (unsigned)(u.bits >> 52) & 0x7ff;
  unsigned long long fraction = u.bits & 0xfffffffffffffULL;
  if (exponent == 0x7ff)
    return fraction ? 0 : 1;
  if (exponent == 0)
    return fraction ? 3 : 2;
  return 4;
}
int __model___fpclassifyf(float x) {
  union __model_f u;
  u.value = x;
  unsigned exponent = u.bits >> 23 & 0xff, fraction = u.bits & 0x7fffff;
  if (exponent == 0xff)
    return fraction ? 0 : 1;
  if (exponent == 0)
    return fraction ? 3 : 2;
  return 4;
}

double __model_fmin(double x, double y) { return x != x ? y : y != y ? x : x < y ? x : y; }
double __model_fmax(double x, double y) { return x != x ? y : y != y ? x : x > y ? x : y; }
float __model_fminf(float x, float y) { return x != x ? y : y != y ? x : x < y ? x : y; }
float __model_fmaxf(float x, float y) { return x != x ? y : y != y ? x : x > y ? x : y; }
double __model_fdim(double x, double y) { return x <= y ? 0 : x - y; }
float __model_fdimf(float x, float y) { return x <= y ? 0 : x - y; }

double __model_trunc(double x) {
  union __model_d u;
  u.value = x;
  int exponent = (int)(u.bits >> 52 & 0x7ff) - 1023;
  if (exponent >= 52)
    return x + 0 == x ? x : x + x;
  if (exponent < 0)
    u.bits &= 0x8000000000000000ULL;
  else
    u.bits &= ~(0xfffffffffffffULL >> exponent);
  return u.value;
}
double __model_floor(double x) {
  double t = __model_trunc(x);
  return t > x ? t - 1 : t;
}
double __model_ceil(double x) {
  double t = __model_trunc(x);
  return t < x ? __model_copysign(t + 1, x) : t;
}
double __model_round(double x) {
  double t = __model_trunc(x), rest = __model_fabs(x - t);
  return rest >= 0.5 ? t + __model_copysign(1, x) : t;
}
/* To the nearest, halves to even: the default rounding. */
double __model_rint(double x) {
  double big = __model_copysign(4503599627370496.0, x);
  if (!(__model_fabs(x) < 4503599627370496.0))
    return x;
  return __model_copysign(x + big - big, x);
}
double __model_nearbyint(double x) { return __model_rint(x); }
float __model_truncf(float x) { return (float)__model_trunc(x); }
float __model_floorf(float x) { return (float)__model_floor(x); }
float __model_ceilf(float x) { return (float)__model_ceil(x); }
float __model_roundf(float x) { return (float)__model_round(x); }
float __model_rintf(float x) { return (float)__model_rint(x); }
float __model_nearbyintf(float x) { return (float)__model_rint(x); }
long __model_lround(double x) { return (long)__model_round(x); }
long __model_lrint(double x) { return (long)__model_rint(x); }

/* The remainder has no rounding error: it is found bit by bit. */
double __model_fmod(double x, double y) {
  double rest = __model_fabs(x), divisor = __model_fabs(y);
  if (x != x || y != y || divisor == 0 || x - x != 0)
    return (x * y) / (x * y);
  if (y - y != 0)
    return x;
  while (rest >= divisor) {
    double step = divisor;
    while (step <= rest / 2)
      step *= 2;
    rest -= step;
  }
  return __model_copysign(rest, x);
}
float __model_fmodf(float x, float y) { return (float)__model_fmod(x, y); }
