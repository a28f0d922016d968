/* Text to floating-point numbers, rounded to the nearest. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
_Bool __any_bool(void);
long double __any_longdouble(void);

/* ERANGE on Linux. */
enum { RANGE = 34, LIMBS = 176 };

static int __is_word(const char *s, const char *word) {
  while (*word) {
    char c = *s >= 'A' && *s <= 'Z' ? *s + 32 : *s;
    if (c != *word)
      return 0;
    s++;
    word++;
  }
  return 1;
}

/* A natural number, the least significant limb first. */
struct __big {
  unsigned limb[LIMBS];
  int length;
};

static void __multiply_add(struct __big *x, unsigned factor, unsigned carry) {
  unsigned long long rest = carry;
  for (int i = 0; i < x->length; i++) {
    rest += (unsigned long long)x->limb[i] * factor;
    x->limb[i] = (unsigned)rest;
    rest >>= 32;
  }
  if (rest)
    x->limb[x->length++] = (unsigned)rest;
}

static void __shift(struct __big *x, int bits) {
  int limbs = bits / 32, rest = bits % 32;
  if (!x->length)
    return;
  for (int i = x->length; i-- > 0;)
    x->limb[i + limbs] = x->limb[i];
  for (int i = 0; i < limbs; i++)
    x->limb[i] = 0;
  x->length += limbs;
  if (rest)
    __multiply_add(x, 1U << rest, 0);
}

static int __compare(const struct __big *x, const struct __big *y) {
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  for (int i = x->length; i-- > 0;)
    if (x->limb[i] != y->limb[i])
      return x->limb[i] < y->limb[i] ? -1 : 1;
  return 0;
}

static void __subtract(struct __big *x, const struct __big *y) {
  long long rest = 0;
  for (int i = 0; i < x->length; i++) {
    rest += (long long)x->limb[i] - (i < y->length ? y->limb[i] : 0);
    x->limb[i] = (unsigned)rest;
    rest >>= 32;
  }
  while (x->length && !x->limb[x->length - 1])
    x->length--;
}

static int __bits(const struct __big *x) {
  int n = 0;
  for (unsigned top = x->length ? x->limb[x->length - 1] : 0; top; top >>= 1)
    n++;
  return x->length ? 32 * (x->length - 1) + n : 0;
}

/* A format by the bits after the point and the exponents of the smallest and the largest normal number. */
struct __target { int fraction, least, most; };

/* Was the last number that was told by digits between two others? */
static _Bool __is_rounded;

/* The encoding without sign of `numerator / denominator`, and a bit more if `sticky`. Consumes its operands. */
static unsigned long long __round(struct __big *numerator, struct __big *denominator, const struct __target *target, int sticky) {
  /* Such a power of two that the quotient gets two or three bits more than the fraction. */
  int scale = target->fraction + 2 - (__bits(numerator) - __bits(denominator));
  __shift(scale > 0 ? numerator : denominator, scale > 0 ? scale : -scale);
  unsigned long long quotient = 0;
  int steps = __bits(numerator) - __bits(denominator);
  __shift(denominator, steps);
  for (; steps >= 0; steps--) {
    quotient <<= 1;
    if (__compare(numerator, denominator) >= 0) {
      __subtract(numerator, denominator);
      quotient |= 1;
    }
    __shift(numerator, 1);
  }
  int rest = numerator->length != 0 || sticky, half = 0;
  /* Down to the fraction with the digit before the point, or to fewer digits if the number is subnormal. */
  while (quotient >> (target->fraction + 1) || target->fraction - scale < target->least) {
    rest |= half;
    half = quotient & 1;
    quotient >>= 1;
    scale--;
  }
  int inexact = half || rest;
  __is_rounded = inexact;
  if (half && (rest || (quotient & 1)))
    quotient++;
  if (quotient >> (target->fraction + 1)) {
    quotient >>= 1;
    scale--;
  }
  int exponent = target->fraction - scale;
  if (exponent > target->most) {
    *__model___errno_location() = RANGE;
    return (unsigned long long)(target->most - target->least + 2) << target->fraction;
  }
  if (!(quotient >> target->fraction)) {
    if (inexact)
      *__model___errno_location() = RANGE;
    return quotient;
  }
  return ((unsigned long long)(exponent - target->least + 1) << target->fraction) + (quotient & ((1ULL << target->fraction) - 1));
}

static int __hex(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  char lower = c | 32;
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Digits kept; a number between two others is told from both by fewer than 800. */
enum { KEPT = 800 };

/* The encoding of the number at the start of the text. */
static unsigned long long __parse(const char *s, char **end, const struct __target *target) {
  const char *start = s;
  unsigned long long sign = 0, infinity = (unsigned long long)(target->most - target->least + 2) << target->fraction;
  while (*s == ' ' || (*s >= 9 && *s <= 13))
    s++;
  if (*s == '-' || *s == '+')
    sign = *s++ == '-' ? infinity + (1ULL << target->fraction) : 0;
  if (__is_word(s, "inf")) {
    if (end)
      *end = (char *)s + (__is_word(s, "infinity") ? 8 : 3);
    return sign | infinity;
  }
  if (__is_word(s, "nan")) {
    const char *rest = s + 3;
    if (*rest == '(') {
      const char *p = rest + 1;
      while ((*p >= '0' && *p <= '9') || ((*p | 32) >= 'a' && (*p | 32) <= 'z') || *p == '_')
        p++;
      if (*p == ')')
        rest = p + 1;
    }
    if (end)
      *end = (char *)rest;
    return sign | infinity | 1ULL << (target->fraction - 1);
  }
  int base = 10;
  if (*s == '0' && (s[1] | 32) == 'x' && (__hex(s[2]) >= 0 || (s[2] == '.' && __hex(s[3]) >= 0))) {
    base = 16;
    s += 2;
  }
  struct __big number;
  number.length = 0;
  int kept = 0, digits = 0, sticky = 0, point = 0;
  long scale = 0;
  for (;; s++) {
    if (*s == '.' && !point) {
      point = 1;
      continue;
    }
    int digit = base == 16 ? __hex(*s) : *s >= '0' && *s <= '9' ? *s - '0' : -1;
    if (digit < 0)
      break;
    digits = 1;
    if (kept < KEPT) {
      if (kept || digit) {
        if (number.length || digit)
          __multiply_add(&number, base, digit);
        if (!number.length && digit) {
          number.limb[0] = digit;
          number.length = 1;
        }
        kept++;
      }
      scale -= point;
    } else {
      sticky |= digit;
      scale += !point;
    }
  }
  if (!digits) {
    if (end)
      *end = (char *)start;
    return 0;
  }
  if (base == 16)
    scale *= 4;
  if ((*s | 32) == (base == 16 ? 'p' : 'e')) {
    const char *p = s + 1;
    int negative = *p == '-';
    if (*p == '-' || *p == '+')
      p++;
    if (*p >= '0' && *p <= '9') {
      long exponent = 0;
      for (; *p >= '0' && *p <= '9'; p++)
        if (exponent < 100000)
          exponent = exponent * 10 + (*p - '0');
      scale += negative ? -exponent : exponent;
      s = p;
    }
  }
  if (end)
    *end = (char *)s;
  if (!number.length)
    return sign;
  struct __big one;
  one.length = 1;
  one.limb[0] = 1;
  /* Far beyond the largest and the smallest number. */
  long magnitude = base == 16 ? scale / 4 + kept : scale + kept;
  if (magnitude > 400) {
    *__model___errno_location() = RANGE;
    return sign | infinity;
  }
  if (magnitude < -400) {
    *__model___errno_location() = RANGE;
    return sign;
  }
  if (base == 16) {
    __shift(scale > 0 ? &number : &one, scale > 0 ? (int)scale : (int)-scale);
  } else {
    for (long i = scale; i > 0; i--)
      __multiply_add(&number, 10, 0);
    for (long i = scale; i < 0; i++)
      __multiply_add(&one, 10, 0);
  }
  return sign | __round(&number, &one, target, sticky);
}

double __model_strtod(const char *s, char **end) {
  static const struct __target target = {52, -1022, 1023};
  union { unsigned long long bits; double value; } u;
  u.bits = __parse(s, end, &target);
  return u.value;
}
float __model_strtof(const char *s, char **end) {
  static const struct __target target = {23, -126, 127};
  union { unsigned bits; float value; } u;
  u.bits = (unsigned)__parse(s, end, &target);
  return u.value;
}
/* What no double is exactly is not computed, but where the number ends. Nothing is decided here, so that only those are in doubt who ask. */
long double __model_strtold(const char *s, char **end) {
  int *error = __model___errno_location(), before = *error;
  *error = 0;
  __is_rounded = 0;
  double value = __model_strtod(s, end);
  int is_beyond = *error != 0;
  *error = before;
  if (!is_beyond && !__is_rounded)
    return value;
  *error ^= (before ^ RANGE) & -(int)(is_beyond & __any_bool());
  return __any_longdouble();
}
double __model_atof(const char *s) { return __model_strtod(s, 0); }
