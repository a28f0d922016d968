/* Functions with an exact definition that are more than an operator. Numbers are taken apart by their bits. */
union __model_d { double value; unsigned long long bits; };
union __model_f { float value; unsigned bits; };
union __model_l { long double value; struct { unsigned long long significand; unsigned short top; } bits; };

double __model_fabs(double x);
float __model_fabsf(float x);
long double __model_fabsl(long double x);
double __model_copysign(double x, double y);
float __model_copysignf(float x, float y);
long double __model_copysignl(long double x, long double y);
double __model_trunc(double x);
float __model_truncf(float x);
long double __model_truncl(long double x);
double __model_fmod(double x, double y);
float __model_fmodf(float x, float y);
long double __model_fmodl(long double x, long double y);
double __model_remainder(double x, double y);
float __model_remainderf(float x, float y);
long double __model_remainderl(long double x, long double y);
double __model_sin(double x);
float __model_sinf(float x);
long double __model_sinl(long double x);
double __model_cos(double x);
float __model_cosf(float x);
long double __model_cosl(long double x);

/* Counting the encodings, the next number is the next one. */
double __model_nextafter(double x, double y) {
  union __model_d u;
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  u.value = x;
  if (x == 0)
    u.bits = 1;
  else if ((x < y) == (x > 0))
    u.bits++;
  else
    u.bits--;
  if (x == 0)
    return y < 0 ? -u.value : u.value;
  return u.value;
}
float __model_nextafterf(float x, float y) {
  union __model_f u;
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  u.value = x;
  if (x == 0)
    u.bits = 1;
  else if ((x < y) == (x > 0))
    u.bits++;
  else
    u.bits--;
  if (x == 0)
    return y < 0 ? -u.value : u.value;
  return u.value;
}
long double __model_nextafterl(long double x, long double y) {
  union __model_l u;
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  u.value = x;
  if (x == 0) {
    u.value = 0;
    u.bits.significand = 1;
    return y < 0 ? -u.value : u.value;
  }
  if ((x < y) == (x > 0)) {
    u.bits.significand++;
    if (u.bits.significand == 0) {
      u.bits.significand = 0x8000000000000000ULL;
      u.bits.top++;
    } else if (u.bits.significand == 0x8000000000000000ULL)
      u.bits.top++;
  } else if (u.bits.significand == 0x8000000000000000ULL) {
    u.bits.top--;
    u.bits.significand = (u.bits.top & 0x7fff) ? 0xffffffffffffffffULL : 0x7fffffffffffffffULL;
  } else
    u.bits.significand--;
  return u.value;
}
long double __model_nexttowardl(long double x, long double y) { return __model_nextafterl(x, y); }
double __model_nexttoward(double x, long double y) {
  if (x != x || y != y)
    return x + (double)y;
  if (x == y)
    return (double)y;
  return __model_nextafter(x, x < y ? (double)__builtin_inf() : -(double)__builtin_inf());
}
float __model_nexttowardf(float x, long double y) {
  if (x != x || y != y)
    return x + (float)y;
  if (x == y)
    return (float)y;
  return __model_nextafterf(x, x < y ? (float)__builtin_inf() : -(float)__builtin_inf());
}
/* A power of two is a number with an exponent alone. Three steps cover all exponents; a result that is subnormal is rounded once. */
double __model_scalbln(double x, long n) {
  union __model_d u;
  for (int step = 0; step < 2 && n > 1023; step++) {
    x *= 0x1p1023;
    n -= 1023;
  }
  if (n > 1023)
    n = 1023;
  for (int step = 0; step < 2 && n < -1022; step++) {
    x *= 0x1p-969;
    n += 969;
  }
  if (n < -1022)
    n = -1022;
  u.bits = (unsigned long long)(1023 + n) << 52;
  return x * u.value;
}
double __model_scalbn(double x, int n) { return __model_scalbln(x, n); }
double __model_ldexp(double x, int n) { return __model_scalbln(x, n); }
float __model_scalblnf(float x, long n) {
  union __model_f u;
  for (int step = 0; step < 2 && n > 127; step++) {
    x *= 0x1p127f;
    n -= 127;
  }
  if (n > 127)
    n = 127;
  for (int step = 0; step < 2 && n < -126; step++) {
    x *= 0x1p-102f;
    n += 102;
  }
  if (n < -126)
    n = -126;
  u.bits = (unsigned)(127 + n) << 23;
  return x * u.value;
}
float __model_scalbnf(float x, int n) { return __model_scalblnf(x, n); }
float __model_ldexpf(float x, int n) { return __model_scalblnf(x, n); }
long double __model_scalblnl(long double x, long n) {
  union __model_l u;
  for (int step = 0; step < 2 && n > 16383; step++) {
    x *= 0x1p16383L;
    n -= 16383;
  }
  if (n > 16383)
    n = 16383;
  for (int step = 0; step < 2 && n < -16382; step++) {
    x *= 0x1p-16318L;
    n += 16318;
  }
  if (n < -16382)
    n = -16382;
  u.value = 1;
  u.bits.top = 16383 + n;
  return x * u.value;
}
long double __model_scalbnl(long double x, int n) { return __model_scalblnl(x, n); }
long double __model_ldexpl(long double x, int n) { return __model_scalblnl(x, n); }

double __model_frexp(double x, int *exponent) {
  union __model_d u;
  int more = 0;
  if (x == 0 || x - x != 0) {
    *exponent = 0;
    return x + x;
  }
  u.value = x;
  if ((u.bits >> 52 & 0x7ffULL) == 0) {
    u.value = x * 0x1p54;
    more = 54;
  }
  *exponent = (int)(u.bits >> 52 & 0x7ffULL) - (1023 - 1) - more;
  u.bits = (u.bits & (0x8000000000000000ULL | 0xfffffffffffffULL)) | 0x3fe0000000000000ULL;
  return u.value;
}
int __model_ilogb(double x) {
  int exponent;
  if (x == 0 || x != x)
    return -2147483647 - 1;
  if (x - x != 0)
    return 2147483647;
  __model_frexp(x, &exponent);
  return exponent - 1;
}
double __model_logb(double x) {
  if (x == 0)
    return -1 / __model_fabs(x);
  if (x - x != 0)
    return x * x;
  return __model_ilogb(x);
}
double __model_modf(double x, double *whole) {
  double t = __model_trunc(x);
  *whole = t;
  if (x != x)
    return t;
  return __model_copysign(x == t ? 0 : x - t, x);
}
float __model_frexpf(float x, int *exponent) {
  union __model_f u;
  int more = 0;
  if (x == 0 || x - x != 0) {
    *exponent = 0;
    return x + x;
  }
  u.value = x;
  if ((u.bits >> 23 & 0xffU) == 0) {
    u.value = x * 0x1p30f;
    more = 30;
  }
  *exponent = (int)(u.bits >> 23 & 0xffU) - (127 - 1) - more;
  u.bits = (u.bits & (0x80000000U | 0x7fffffU)) | 0x3f000000U;
  return u.value;
}
int __model_ilogbf(float x) {
  int exponent;
  if (x == 0 || x != x)
    return -2147483647 - 1;
  if (x - x != 0)
    return 2147483647;
  __model_frexpf(x, &exponent);
  return exponent - 1;
}
float __model_logbf(float x) {
  if (x == 0)
    return -1 / __model_fabsf(x);
  if (x - x != 0)
    return x * x;
  return __model_ilogbf(x);
}
float __model_modff(float x, float *whole) {
  float t = __model_truncf(x);
  *whole = t;
  if (x != x)
    return t;
  return __model_copysignf(x == t ? 0 : x - t, x);
}
long double __model_frexpl(long double x, int *exponent) {
  union __model_l u;
  int more = 0;
  if (x == 0 || x - x != 0) {
    *exponent = 0;
    return x + x;
  }
  u.value = x;
  if ((u.bits.top & 0x7fff) == 0) {
    u.value = x * 0x1p65L;
    more = 65;
  }
  *exponent = (u.bits.top & 0x7fff) - 16382 - more;
  u.bits.top = (u.bits.top & 0x8000) | 16382;
  return u.value;
}
int __model_ilogbl(long double x) {
  int exponent;
  if (x == 0 || x != x)
    return -2147483647 - 1;
  if (x - x != 0)
    return 2147483647;
  __model_frexpl(x, &exponent);
  return exponent - 1;
}
long double __model_logbl(long double x) {
  if (x == 0)
    return -1 / __model_fabsl(x);
  if (x - x != 0)
    return x * x;
  return __model_ilogbl(x);
}
long double __model_modfl(long double x, long double *whole) {
  long double t = __model_truncl(x);
  *whole = t;
  if (x != x)
    return t;
  return __model_copysignl(x == t ? 0 : x - t, x);
}

/* The remainder, and the quotient modulo eight, before it is rounded, with its sign: what is left of eight divisors holds it. */
double __model_remquo(double x, double y, int *quotient) {
  double result = __model_remainder(x, y), divisor = __model_fabs(y), rest = __model_fabs(x);
  int digits = 0, negative = __model_copysign(1, x) * __model_copysign(1, y) < 0;
  *quotient = 0;
  if (x != x || y != y || y == 0 || x - x != 0)
    return result;
  if (divisor <= 0x1.fffffffffffffp1020)
    rest = __model_fmod(rest, divisor * 8);
  if (divisor <= 0x1.fffffffffffffp1021 && rest >= divisor * 4) {
    rest -= divisor * 4;
    digits += 4;
  }
  if (divisor <= 0x1.fffffffffffffp1022 && rest >= divisor * 2) {
    rest -= divisor * 2;
    digits += 2;
  }
  if (rest >= divisor) {
    rest -= divisor;
    digits++;
  }
  if (rest > divisor - rest || (rest == divisor - rest && digits % 2))
    digits++;
  *quotient = negative ? -digits : digits;
  return result;
}
void __model_sincos(double x, double *sine, double *cosine) {
  *sine = __model_sin(x);
  *cosine = __model_cos(x);
}
float __model_remquof(float x, float y, int *quotient) {
  float result = __model_remainderf(x, y), divisor = __model_fabsf(y), rest = __model_fabsf(x);
  int digits = 0, negative = __model_copysignf(1, x) * __model_copysignf(1, y) < 0;
  *quotient = 0;
  if (x != x || y != y || y == 0 || x - x != 0)
    return result;
  if (divisor <= 0x1.fffffep124f)
    rest = __model_fmodf(rest, divisor * 8);
  if (divisor <= 0x1.fffffep125f && rest >= divisor * 4) {
    rest -= divisor * 4;
    digits += 4;
  }
  if (divisor <= 0x1.fffffep126f && rest >= divisor * 2) {
    rest -= divisor * 2;
    digits += 2;
  }
  if (rest >= divisor) {
    rest -= divisor;
    digits++;
  }
  if (rest > divisor - rest || (rest == divisor - rest && digits % 2))
    digits++;
  *quotient = negative ? -digits : digits;
  return result;
}
void __model_sincosf(float x, float *sine, float *cosine) {
  *sine = __model_sinf(x);
  *cosine = __model_cosf(x);
}
long double __model_remquol(long double x, long double y, int *quotient) {
  long double result = __model_remainderl(x, y), divisor = __model_fabsl(y), rest = __model_fabsl(x);
  int digits = 0, negative = __model_copysignl(1, x) * __model_copysignl(1, y) < 0;
  *quotient = 0;
  if (x != x || y != y || y == 0 || x - x != 0)
    return result;
  if (divisor <= 0x1.fffffffffffffffep16380L)
    rest = __model_fmodl(rest, divisor * 8);
  if (divisor <= 0x1.fffffffffffffffep16381L && rest >= divisor * 4) {
    rest -= divisor * 4;
    digits += 4;
  }
  if (divisor <= 0x1.fffffffffffffffep16382L && rest >= divisor * 2) {
    rest -= divisor * 2;
    digits += 2;
  }
  if (rest >= divisor) {
    rest -= divisor;
    digits++;
  }
  if (rest > divisor - rest || (rest == divisor - rest && digits % 2))
    digits++;
  *quotient = negative ? -digits : digits;
  return result;
}
void __model_sincosl(long double x, long double *sine, long double *cosine) {
  *sine = __model_sinl(x);
  *cosine = __model_cosl(x);
}
