/* Text to integers, as glibc reads it in the C locale. */
int *__model___errno_location(void);
long long __model_strtoll(const char *s, char **end, int base);

/* EINVAL and ERANGE on Linux. */
enum { INVALID = 22, RANGE = 34 };

static int __digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

/* The digits at the start of the text. What is greater than the largest number saturates. */
static const char *__digits(const char *s, int base, unsigned long long largest, unsigned long long *value, int *overflow) {
  unsigned long long most = largest / base, last = largest % base;
  *value = 0;
  *overflow = 0;
  for (;; s++) {
    int digit = __digit(*s);
    if (digit >= base)
      return s;
    if (*value > most || (*value == most && (unsigned)digit > last))
      *overflow = 1;
    *value = *overflow ? largest : *value * base + digit;
  }
}

/* Sign and value. For a number with a sign the largest value depends on it. `binary`: 0b is understood. */
static unsigned long long __integer(const char *s, char **end, int base, unsigned long long largest, int is_signed, int binary) {
  const char *start = s;
  if (base < 0 || base == 1 || base > 36) {
    *__model___errno_location() = INVALID;
    return 0;
  }
  while (*s == ' ' || (*s >= 9 && *s <= 13))
    s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+')
    s++;
  const char *prefix = 0;
  if (*s == '0') {
    char letter = s[1] | 32;
    if ((base == 0 || base == 16) && letter == 'x') {
      prefix = s + 1;
      base = 16;
    } else if (binary && (base == 0 || base == 2) && letter == 'b') {
      prefix = s + 1;
      base = 2;
    } else if (base == 0) {
      base = 8;
    }
  } else if (base == 0) {
    base = 10;
  }
  if (prefix)
    s += 2;
  unsigned long long value;
  int overflow;
  const char *rest = __digits(s, base, is_signed && negative ? largest + 1 : largest, &value, &overflow);
  if (end)
    /* Of `0x` without digits the zero is a number. */
    *end = (char *)(rest != s ? rest : prefix ? prefix : start);
  if (overflow) {
    *__model___errno_location() = RANGE;
    return is_signed && negative ? largest + 1 : largest;
  }
  return negative ? -value : value;
}

static unsigned long long __long_max(void) { return (unsigned long)-1 >> 1; }

long __model_strtol(const char *s, char **end, int base) { return (long)__integer(s, end, base, __long_max(), 1, 0); }
unsigned long __model_strtoul(const char *s, char **end, int base) { return (unsigned long)__integer(s, end, base, (unsigned long)-1, 0, 0); }
long long __model_strtoll(const char *s, char **end, int base) { return (long long)__integer(s, end, base, -1ULL >> 1, 1, 0); }
unsigned long long __model_strtoull(const char *s, char **end, int base) { return __integer(s, end, base, -1ULL, 0, 0); }

long __model___isoc23_strtol(const char *s, char **end, int base) { return (long)__integer(s, end, base, __long_max(), 1, 1); }
unsigned long __model___isoc23_strtoul(const char *s, char **end, int base) { return (unsigned long)__integer(s, end, base, (unsigned long)-1, 0, 1); }
long long __model___isoc23_strtoll(const char *s, char **end, int base) { return (long long)__integer(s, end, base, -1ULL >> 1, 1, 1); }
unsigned long long __model___isoc23_strtoull(const char *s, char **end, int base) { return __integer(s, end, base, -1ULL, 0, 1); }

int __model_atoi(const char *s) { return (int)__model_strtol(s, 0, 10); }
long __model_atol(const char *s) { return __model_strtol(s, 0, 10); }
long long __model_atoll(const char *s) { return __model_strtoll(s, 0, 10); }
