/* Complex numbers: multiplication and division as the compiler's library does them (Annex G of the standard; R. L. Smith, "Algorithm 116:
   Complex division", with the scaling of M. Baudin and R. L. Smith), and the functions that only look at the parts. */
double __model_copysign(double, double);
double __model_fabs(double);
double __model_hypot(double, double);
double __model_atan2(double, double);
static int __isinf(double x) { return x == x && x - x != x - x; }
static int __isfinite(double x) { return x - x == x - x; }
float __model_copysignf(float, float);
float __model_fabsf(float);
float __model_hypotf(float, float);
float __model_atan2f(float, float);
static int __isinff(float x) { return x == x && x - x != x - x; }
static int __isfinitef(float x) { return x - x == x - x; }
static long double __copysignl(long double x, long double y) {
  union { long double value; struct { unsigned long long digits; unsigned short sign; } bits; } u, v;
  u.value = x;
  v.value = y;
  u.bits.sign = (u.bits.sign & 0x7fff) | (v.bits.sign & 0x8000);
  return u.value;
}
long double __model_fabsl(long double);
long double __model_hypotl(long double, long double);
long double __model_atan2l(long double, long double);
static int __isinfl(long double x) { return x == x && x - x != x - x; }
static int __isfinitel(long double x) { return x - x == x - x; }
static double __box(double x) { return __model_copysign(__isinf(x) ? 1.0 : 0, x); }
_Complex double __model___muldc3(double a, double b, double c, double d) {
  double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  double x = ac - bd, y = ad + bc;
  if (x != x && y != y) {
    int recalculate = 0;
    if (__isinf(a) || __isinf(b)) {
      a = __box(a);
      b = __box(b);
      if (c != c) c = __model_copysign(0, c);
      if (d != d) d = __model_copysign(0, d);
      recalculate = 1;
    }
    if (__isinf(c) || __isinf(d)) {
      c = __box(c);
      d = __box(d);
      if (a != a) a = __model_copysign(0, a);
      if (b != b) b = __model_copysign(0, b);
      recalculate = 1;
    }
    if (!recalculate && (__isinf(ac) || __isinf(bd) || __isinf(ad) || __isinf(bc))) {
      if (a != a) a = __model_copysign(0, a);
      if (b != b) b = __model_copysign(0, b);
      if (c != c) c = __model_copysign(0, c);
      if (d != d) d = __model_copysign(0, d);
      recalculate = 1;
    }
    if (recalculate) {
      x = __builtin_inf() * (a * c - b * d);
      y = __builtin_inf() * (a * d + b * c);
    }
  }
  return __builtin_complex(x, y);
}
_Complex double __model___divdc3(double a, double b, double c, double d) {
  double rbig = 0x1.fffffffffffffp+1023 / 2, rmin = 0x1p-1022, rmin2 = 0x1p-52, rminscal = 1 / 0x1p-52, rmax2 = rbig * rmin2;
  double ratio, norm, x, y;
  if (__model_fabs(c) < __model_fabs(d)) {
    if (__model_fabs(d) >= rbig) { a = a / 2; b = b / 2; c = c / 2; d = d / 2; }
    if (__model_fabs(d) < rmin2) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    } else if ((__model_fabs(a) < rmin && __model_fabs(b) < rmax2 && __model_fabs(d) < rmax2)
        || (__model_fabs(b) < rmin && __model_fabs(a) < rmax2 && __model_fabs(d) < rmax2)) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    }
    ratio = c / d;
    norm = c * ratio + d;
    if (__model_fabs(ratio) > rmin) {
      x = (a * ratio + b) / norm;
      y = (b * ratio - a) / norm;
    } else {
      x = (c * (a / d) + b) / norm;
      y = (c * (b / d) - a) / norm;
    }
  } else {
    if (__model_fabs(c) >= rbig) { a = a / 2; b = b / 2; c = c / 2; d = d / 2; }
    if (__model_fabs(c) < rmin2) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    } else if ((__model_fabs(a) < rmin && __model_fabs(b) < rmax2 && __model_fabs(c) < rmax2)
        || (__model_fabs(b) < rmin && __model_fabs(a) < rmax2 && __model_fabs(c) < rmax2)) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    }
    ratio = d / c;
    norm = d * ratio + c;
    if (__model_fabs(ratio) > rmin) {
      x = (b * ratio + a) / norm;
      y = (b - a * ratio) / norm;
    } else {
      x = (a + d * (b / c)) / norm;
      y = (b - d * (a / c)) / norm;
    }
  }
  if (x != x && y != y) {
    if (c == 0 && d == 0 && (a == a || b == b)) {
      x = __model_copysign(__builtin_inf(), c) * a;
      y = __model_copysign(__builtin_inf(), c) * b;
    } else if ((__isinf(a) || __isinf(b)) && __isfinite(c) && __isfinite(d)) {
      a = __box(a);
      b = __box(b);
      x = __builtin_inf() * (a * c + b * d);
      y = __builtin_inf() * (b * c - a * d);
    } else if ((__isinf(c) || __isinf(d)) && __isfinite(a) && __isfinite(b)) {
      c = __box(c);
      d = __box(d);
      x = 0 * (a * c + b * d);
      y = 0 * (b * c - a * d);
    }
  }
  return __builtin_complex(x, y);
}
double __model_creal(_Complex double z) { return __real__ z; }
double __model_cimag(_Complex double z) { return __imag__ z; }
_Complex double __model_conj(_Complex double z) { return ~z; }
double __model_cabs(_Complex double z) { return __model_hypot(__real__ z, __imag__ z); }
double __model_carg(_Complex double z) { return __model_atan2(__imag__ z, __real__ z); }
_Complex double __model_cproj(_Complex double z) {
  return __isinf(__real__ z) || __isinf(__imag__ z) ? __builtin_complex((double)__builtin_inf(), __model_copysign(0, __imag__ z)) : z;
}
static float __boxf(float x) { return __model_copysignf(__isinff(x) ? 1.0f : 0, x); }
_Complex float __model___mulsc3(float a, float b, float c, float d) {
  float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  float x = ac - bd, y = ad + bc;
  if (x != x && y != y) {
    int recalculate = 0;
    if (__isinff(a) || __isinff(b)) {
      a = __boxf(a);
      b = __boxf(b);
      if (c != c) c = __model_copysignf(0, c);
      if (d != d) d = __model_copysignf(0, d);
      recalculate = 1;
    }
    if (__isinff(c) || __isinff(d)) {
      c = __boxf(c);
      d = __boxf(d);
      if (a != a) a = __model_copysignf(0, a);
      if (b != b) b = __model_copysignf(0, b);
      recalculate = 1;
    }
    if (!recalculate && (__isinff(ac) || __isinff(bd) || __isinff(ad) || __isinff(bc))) {
      if (a != a) a = __model_copysignf(0, a);
      if (b != b) b = __model_copysignf(0, b);
      if (c != c) c = __model_copysignf(0, c);
      if (d != d) d = __model_copysignf(0, d);
      recalculate = 1;
    }
    if (recalculate) {
      x = __builtin_inff() * (a * c - b * d);
      y = __builtin_inff() * (a * d + b * c);
    }
  }
  return __builtin_complex(x, y);
}
_Complex float __model___divsc3(float a, float b, float c, float d) {
  double aa = a, bb = b, cc = c, dd = d;
  double norm = cc * cc + dd * dd;
  float x = (aa * cc + bb * dd) / norm, y = (bb * cc - aa * dd) / norm;
  if (x != x && y != y) {
    if (c == 0 && d == 0 && (a == a || b == b)) {
      x = __model_copysignf(__builtin_inff(), c) * a;
      y = __model_copysignf(__builtin_inff(), c) * b;
    } else if ((__isinff(a) || __isinff(b)) && __isfinitef(c) && __isfinitef(d)) {
      a = __boxf(a);
      b = __boxf(b);
      x = __builtin_inff() * (a * c + b * d);
      y = __builtin_inff() * (b * c - a * d);
    } else if ((__isinff(c) || __isinff(d)) && __isfinitef(a) && __isfinitef(b)) {
      c = __boxf(c);
      d = __boxf(d);
      x = 0 * (a * c + b * d);
      y = 0 * (b * c - a * d);
    }
  }
  return __builtin_complex(x, y);
}
float __model_crealf(_Complex float z) { return __real__ z; }
float __model_cimagf(_Complex float z) { return __imag__ z; }
_Complex float __model_conjf(_Complex float z) { return ~z; }
float __model_cabsf(_Complex float z) { return __model_hypotf(__real__ z, __imag__ z); }
float __model_cargf(_Complex float z) { return __model_atan2f(__imag__ z, __real__ z); }
_Complex float __model_cprojf(_Complex float z) {
  return __isinff(__real__ z) || __isinff(__imag__ z) ? __builtin_complex((float)__builtin_inff(), __model_copysignf(0, __imag__ z)) : z;
}
static long double __boxl(long double x) { return __copysignl(__isinfl(x) ? 1.0L : 0, x); }
_Complex long double __model___mulxc3(long double a, long double b, long double c, long double d) {
  long double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  long double x = ac - bd, y = ad + bc;
  if (x != x && y != y) {
    int recalculate = 0;
    if (__isinfl(a) || __isinfl(b)) {
      a = __boxl(a);
      b = __boxl(b);
      if (c != c) c = __copysignl(0, c);
      if (d != d) d = __copysignl(0, d);
      recalculate = 1;
    }
    if (__isinfl(c) || __isinfl(d)) {
      c = __boxl(c);
      d = __boxl(d);
      if (a != a) a = __copysignl(0, a);
      if (b != b) b = __copysignl(0, b);
      recalculate = 1;
    }
    if (!recalculate && (__isinfl(ac) || __isinfl(bd) || __isinfl(ad) || __isinfl(bc))) {
      if (a != a) a = __copysignl(0, a);
      if (b != b) b = __copysignl(0, b);
      if (c != c) c = __copysignl(0, c);
      if (d != d) d = __copysignl(0, d);
      recalculate = 1;
    }
    if (recalculate) {
      x = __builtin_infl() * (a * c - b * d);
      y = __builtin_infl() * (a * d + b * c);
    }
  }
  return __builtin_complex(x, y);
}
_Complex long double __model___divxc3(long double a, long double b, long double c, long double d) {
  long double rbig = 0x1.fffffffffffffffep+16383L / 2, rmin = 0x1p-16382L, rmin2 = 0x1p-63L, rminscal = 1 / 0x1p-63L, rmax2 = rbig * rmin2;
  long double ratio, norm, x, y;
  if (__model_fabsl(c) < __model_fabsl(d)) {
    if (__model_fabsl(d) >= rbig) { a = a / 2; b = b / 2; c = c / 2; d = d / 2; }
    if (__model_fabsl(d) < rmin2) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    } else if ((__model_fabsl(a) < rmin && __model_fabsl(b) < rmax2 && __model_fabsl(d) < rmax2)
        || (__model_fabsl(b) < rmin && __model_fabsl(a) < rmax2 && __model_fabsl(d) < rmax2)) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    }
    ratio = c / d;
    norm = c * ratio + d;
    if (__model_fabsl(ratio) > rmin) {
      x = (a * ratio + b) / norm;
      y = (b * ratio - a) / norm;
    } else {
      x = (c * (a / d) + b) / norm;
      y = (c * (b / d) - a) / norm;
    }
  } else {
    if (__model_fabsl(c) >= rbig) { a = a / 2; b = b / 2; c = c / 2; d = d / 2; }
    if (__model_fabsl(c) < rmin2) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    } else if ((__model_fabsl(a) < rmin && __model_fabsl(b) < rmax2 && __model_fabsl(c) < rmax2)
        || (__model_fabsl(b) < rmin && __model_fabsl(a) < rmax2 && __model_fabsl(c) < rmax2)) {
      a = a * rminscal; b = b * rminscal; c = c * rminscal; d = d * rminscal;
    }
    ratio = d / c;
    norm = d * ratio + c;
    if (__model_fabsl(ratio) > rmin) {
      x = (b * ratio + a) / norm;
      y = (b - a * ratio) / norm;
    } else {
      x = (a + d * (b / c)) / norm;
      y = (b - d * (a / c)) / norm;
    }
  }
  if (x != x && y != y) {
    if (c == 0 && d == 0 && (a == a || b == b)) {
      x = __copysignl(__builtin_infl(), c) * a;
      y = __copysignl(__builtin_infl(), c) * b;
    } else if ((__isinfl(a) || __isinfl(b)) && __isfinitel(c) && __isfinitel(d)) {
      a = __boxl(a);
      b = __boxl(b);
      x = __builtin_infl() * (a * c + b * d);
      y = __builtin_infl() * (b * c - a * d);
    } else if ((__isinfl(c) || __isinfl(d)) && __isfinitel(a) && __isfinitel(b)) {
      c = __boxl(c);
      d = __boxl(d);
      x = 0 * (a * c + b * d);
      y = 0 * (b * c - a * d);
    }
  }
  return __builtin_complex(x, y);
}
long double __model_creall(_Complex long double z) { return __real__ z; }
long double __model_cimagl(_Complex long double z) { return __imag__ z; }
_Complex long double __model_conjl(_Complex long double z) { return ~z; }
long double __model_cabsl(_Complex long double z) { return __model_hypotl(__real__ z, __imag__ z); }
long double __model_cargl(_Complex long double z) { return __model_atan2l(__imag__ z, __real__ z); }
_Complex long double __model_cprojl(_Complex long double z) {
  return __isinfl(__real__ z) || __isinfl(__imag__ z) ? __builtin_complex((long double)__builtin_infl(), __copysignl(0, __imag__ z)) : z;
}
