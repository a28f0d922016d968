/* Text by a format, as glibc writes it in the C locale. Floating-point numbers become any text. */
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
void *__model_memcpy(void *to, const void *from, size_t n);
void *__model_memset(void *to, int c, size_t n);
void *__model_malloc(size_t n);
size_t __model_strlen(const char *s);
size_t __model_strnlen(const char *s, size_t max);
int *__model___errno_location(void);
_Bool __any_bool(void);
_Bool __rarely(void);
struct __stream;
_Bool __model_output_refuses(struct __stream *f, size_t n);
_Bool __model_standard_output_refuses(size_t n);
_Bool __model_output_number_refuses(int file);
unsigned __any_unsigned(void);
void __any_bytes(void *p, size_t n);
void __unsupported(void);
void __demand_conversion(_Bool right);

/* Where the text goes: what does not fit is counted only. */
struct __text {
  char *to;
  size_t size;
  size_t length;
};

static void __put(struct __text *out, char c) {
  if (out->size && out->length < out->size)
    out->to[out->length] = c;
  out->length++;
}

static void __put_all(struct __text *out, const char *s, size_t n) {
  if (out->size && out->length < out->size)
    __model_memcpy(out->to + out->length, s, n < out->size - out->length ? n : out->size - out->length);
  out->length += n;
}

static void __put_many(struct __text *out, char c, size_t n) {
  if (out->size && out->length < out->size)
    __model_memset(out->to + out->length, c, n < out->size - out->length ? n : out->size - out->length);
  out->length += n;
}

/* What stands between `%` and the letter. `precision` is negative if there is none. */
struct __spec {
  _Bool left, plus, blank, sharp, zero;
  int width, precision;
};

/* Text in a field. */
static void __field(struct __text *out, const struct __spec *spec, const char *s, size_t n) {
  size_t fill = spec->width > 0 && (size_t)spec->width > n ? spec->width - n : 0;
  if (fill && !spec->left)
    __put_many(out, ' ', fill);
  __put_all(out, s, n);
  if (fill && spec->left)
    __put_many(out, ' ', fill);
}

/* The digits of a number, written before `end`. */
static char *__small_digits(char *end, unsigned x, unsigned base, const char *letters) {
  for (; x; x /= base)
    *--end = letters[x % base];
  return end;
}

static char *__digits_of(char *end, unsigned long long x, unsigned base, const char *letters) {
  if (x <= (unsigned)-1)
    return __small_digits(end, (unsigned)x, base, letters);
  for (; x; x /= base)
    *--end = letters[x % base];
  return end;
}

static void __number(struct __text *out, const struct __spec *spec, const char *prefix, unsigned long long x, unsigned base, const char *letters) {
  char digits[24];
  char *end = digits + sizeof digits, *start = __digits_of(end, x, base, letters);
  size_t n = end - start, prefixed = __model_strlen(prefix);
  size_t zeros = spec->precision < 0 ? n == 0 : (size_t)spec->precision > n ? spec->precision - n : 0;
  if (base == 8 && spec->sharp && zeros == 0)
    zeros = 1;
  size_t length = prefixed + zeros + n;
  size_t fill = spec->width > 0 && (size_t)spec->width > length ? spec->width - length : 0;
  if (spec->zero && !spec->left && spec->precision < 0) {
    zeros += fill;
    fill = 0;
  }
  if (!spec->left)
    __put_many(out, ' ', fill);
  __put_all(out, prefix, prefixed);
  __put_many(out, '0', zeros);
  __put_all(out, start, n);
  if (spec->left)
    __put_many(out, ' ', fill);
}

static void __signed_number(struct __text *out, const struct __spec *spec, long long x) {
  const char *sign = x < 0 ? "-" : spec->plus ? "+" : spec->blank ? " " : "";
  if (x == (int)x)
    __number(out, spec, sign, x < 0 ? -(unsigned)(int)x : (unsigned)(int)x, 10, "0123456789");
  else
    __number(out, spec, sign, x < 0 ? -(unsigned long long)x : (unsigned long long)x, 10, "0123456789");
}

/* Any text of so many bytes. If only its length is asked for, nothing is decided by it. */
enum { LONGEST_TEXT = 5400 };
static void __any_text(struct __text *out, const struct __spec *spec, size_t least, unsigned more) {
  size_t n = least + __any_unsigned() % more;
  if (!out->size) {
    size_t width = spec->width > 0 ? spec->width : 0;
    out->length += n + (width > n) * (width - n);
    return;
  }
  char text[LONGEST_TEXT];
  __any_bytes(text, sizeof text);
  __field(out, spec, text, n);
}

/* A floating-point number: long enough for the digits if they are asked for. Infinities have none. */
enum { DIGITS = 320, LONG_DIGITS = 4960 };
static void __any_number(struct __text *out, const struct __spec *spec, _Bool has_digits, unsigned digits) {
  size_t precision = spec->precision < 0 ? 6 : spec->precision;
  if (precision > 128)
    __unsupported();
  size_t least = has_digits && !__rarely() ? 1 + (precision > 0) + precision : 1;
  __any_text(out, spec, least, digits + 128);
}

static void __wide_string(struct __text *out, const struct __spec *spec, const int *s) {
  size_t n = 0;
  for (; (spec->precision < 0 || n < (size_t)spec->precision) && s[n]; n++)
    if (s[n] < 0 || s[n] > 127)
      __unsupported();
  size_t fill = spec->width > 0 && (size_t)spec->width > n ? spec->width - n : 0;
  if (!spec->left)
    __put_many(out, ' ', fill);
  for (size_t i = 0; i < n; i++)
    __put(out, (char)s[i]);
  if (spec->left)
    __put_many(out, ' ', fill);
}

enum { INT, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

/* The text of a whole format; the zero at its end is for the caller. */
static void __format(struct __text *out, const char *format, va_list arguments) {
  for (; *format; format++) {
    if (*format != '%') {
      __put(out, *format);
      continue;
    }
    struct __spec spec = {0, 0, 0, 0, 0, 0, -1};
    for (;;) {
      format++;
      if (*format == '-')
        spec.left = 1;
      else if (*format == '+')
        spec.plus = 1;
      else if (*format == ' ')
        spec.blank = 1;
      else if (*format == '#')
        spec.sharp = 1;
      else if (*format == '0')
        spec.zero = 1;
      else if (*format != '\'' && *format != 'I')
        break;
    }
    if (*format == '*') {
      spec.width = __builtin_va_arg(arguments, int);
      if (spec.width < 0) {
        spec.left = 1;
        spec.width = -spec.width;
      }
      format++;
    } else {
      for (; *format >= '0' && *format <= '9'; format++)
        spec.width = spec.width * 10 + (*format - '0');
      /* Arguments by number. */
      if (*format == '$')
        __unsupported();
    }
    if (*format == '.') {
      format++;
      spec.precision = 0;
      if (*format == '*') {
        spec.precision = __builtin_va_arg(arguments, int);
        format++;
      } else {
        for (; *format >= '0' && *format <= '9'; format++)
          spec.precision = spec.precision * 10 + (*format - '0');
      }
    }
    int kind = INT;
    if (*format == 'h') {
      kind = SHORT;
      if (*++format == 'h') {
        kind = CHAR;
        format++;
      }
    } else if (*format == 'l') {
      kind = LONG;
      if (*++format == 'l') {
        kind = LONG_LONG;
        format++;
      }
    } else if (*format == 'z' || *format == 't') {
      kind = LONG;
      format++;
    } else if (*format == 'j' || *format == 'q') {
      kind = LONG_LONG;
      format++;
    } else if (*format == 'L') {
      kind = LONG_DOUBLE;
      format++;
    }
    char letter = *format;
    if (letter == 'd' || letter == 'i') {
      if (kind == LONG)
        __signed_number(out, &spec, __builtin_va_arg(arguments, long));
      else if (kind == LONG_LONG || kind == LONG_DOUBLE)
        __signed_number(out, &spec, __builtin_va_arg(arguments, long long));
      else {
        int x = __builtin_va_arg(arguments, int);
        __signed_number(out, &spec, kind == CHAR ? (signed char)x : kind == SHORT ? (short)x : x);
      }
    } else if (letter == 'u' || letter == 'o' || letter == 'x' || letter == 'X') {
      unsigned long long x;
      if (kind == LONG)
        x = __builtin_va_arg(arguments, unsigned long);
      else if (kind == LONG_LONG || kind == LONG_DOUBLE)
        x = __builtin_va_arg(arguments, unsigned long long);
      else {
        unsigned y = __builtin_va_arg(arguments, unsigned);
        x = kind == CHAR ? (unsigned char)y : kind == SHORT ? (unsigned short)y : y;
      }
      unsigned base = letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
      const char *prefix = base == 16 && spec.sharp && x ? (letter == 'x' ? "0x" : "0X") : "";
      __number(out, &spec, prefix, x, base, letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef");
    } else if (letter == 'p') {
      void *p = __builtin_va_arg(arguments, void *);
      if (p)
        __number(out, &spec, "0x", (unsigned long)p, 16, "0123456789abcdef");
      else
        __field(out, &spec, "(nil)", 5);
    } else if ((letter == 'c' && kind == LONG) || letter == 'C') {
      unsigned c = __builtin_va_arg(arguments, unsigned);
      if (c > 127)
        __unsupported();
      char one = (char)c;
      __field(out, &spec, &one, 1);
    } else if (letter == 'c') {
      char one = (char)__builtin_va_arg(arguments, int);
      __field(out, &spec, &one, 1);
    } else if (letter == 's' || letter == 'S') {
      const char *s = __builtin_va_arg(arguments, const char *);
      if (!s)
        __field(out, &spec, "(null)", spec.precision < 0 || spec.precision >= 6 ? 6 : 0);
      else if (kind == LONG || letter == 'S')
        __wide_string(out, &spec, (const int *)s);
      else
        __field(out, &spec, s, spec.precision < 0 ? __model_strlen(s) : __model_strnlen(s, spec.precision));
    } else if (letter == 'n') {
      void *p = __builtin_va_arg(arguments, void *);
      if (kind == CHAR)
        *(signed char *)p = (signed char)out->length;
      else if (kind == SHORT)
        *(short *)p = (short)out->length;
      else if (kind == LONG)
        *(long *)p = (long)out->length;
      else if (kind == LONG_LONG)
        *(long long *)p = (long long)out->length;
      else
        *(int *)p = (int)out->length;
    } else if (letter == 'f' || letter == 'F' || letter == 'e' || letter == 'E' || letter == 'g' || letter == 'G' || letter == 'a' || letter == 'A') {
      if (kind == LONG_DOUBLE)
        __builtin_va_arg(arguments, long double);
      else
        __builtin_va_arg(arguments, double);
      __any_number(out, &spec, letter == 'f' || letter == 'F' || letter == 'e' || letter == 'E', kind == LONG_DOUBLE ? LONG_DIGITS : DIGITS);
    } else if (letter == '%') {
      __put(out, '%');
    } else if (letter == 'm') {
      /* The text of an error. */
      __any_text(out, &spec, 1, 100);
    } else {
      /* Undefined. */
      __demand_conversion(0);
      __unsupported();
      return;
    }
  }
}

/* Nothing is decided here by a length that nobody knows. */
static int __length(const struct __text *out) { return (int)out->length | -(int)(out->length > 0x7fffffff); }

int __model_vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
  struct __text out = {to, size ? size - 1 : 0, 0};
  __format(&out, format, arguments);
  if (size)
    to[out.length < size ? out.length : size - 1] = 0;
  return __length(&out);
}

int __model_vsprintf(char *to, const char *format, va_list arguments) {
  struct __text out = {to, (size_t)-1, 0};
  __format(&out, format, arguments);
  to[out.length] = 0;
  return __length(&out);
}

static int __printed(const char *format, va_list arguments) {
  struct __text out = {0, 0, 0};
  __format(&out, format, arguments);
  return __length(&out);
}

/* To a stream: it may be full. Later errors of the stream are any. */
static int __result(int n, _Bool is_refused) {
  if (is_refused)
    return -1;
  if (!__rarely())
    return n;
  *__model___errno_location() = 1 + __any_unsigned() % 133;
  return -1;
}
int __model_vprintf(const char *format, va_list arguments) {
  int n = __printed(format, arguments);
  return __result(n, n > 0 && __model_standard_output_refuses((size_t)n));
}
int __model_vfprintf(struct __stream *stream, const char *format, va_list arguments) {
  int n = __printed(format, arguments);
  return __result(n, n > 0 && __model_output_refuses(stream, (size_t)n));
}
/* What it comes to is written at once. */
int __model_vdprintf(int file, const char *format, va_list arguments) {
  int n = __printed(format, arguments);
  return __result(n, n > 0 && __model_output_number_refuses(file));
}

int __model_vasprintf(char **to, const char *format, va_list arguments) {
  va_list again;
  __builtin_va_copy(again, arguments);
  int n = __printed(format, again);
  __builtin_va_end(again);
  char *text = n < 0 ? 0 : __model_malloc((size_t)n + 1);
  if (!text)
    return -1;
  *to = text;
  return __model_vsprintf(text, format, arguments);
}

int __model_snprintf(char *to, size_t size, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vsnprintf(to, size, format, arguments);
}
int __model_sprintf(char *to, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vsprintf(to, format, arguments);
}
int __model_printf(const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vprintf(format, arguments);
}
int __model_fprintf(struct __stream *stream, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vfprintf(stream, format, arguments);
}
int __model_dprintf(int file, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vdprintf(file, format, arguments);
}
int __model_asprintf(char **to, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vasprintf(to, format, arguments);
}
void __model_syslog(int priority, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  __model_vfprintf(0, format, arguments);
}

/* With the size of the destination, as _FORTIFY_SOURCE has them. */
void __model_abort(void);
int __model___vsnprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, va_list arguments) {
  if (known < size)
    __model_abort();
  return __model_vsnprintf(to, size, format, arguments);
}
int __model___vsprintf_chk(char *to, int flag, size_t known, const char *format, va_list arguments) {
  int n = __model_vsnprintf(to, known, format, arguments);
  if (n >= 0 && (size_t)n >= known)
    __model_abort();
  return n;
}
int __model___vprintf_chk(int flag, const char *format, va_list arguments) { return __model_vprintf(format, arguments); }
int __model___vfprintf_chk(struct __stream *stream, int flag, const char *format, va_list arguments) { return __model_vfprintf(stream, format, arguments); }
int __model___snprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model___vsnprintf_chk(to, size, flag, known, format, arguments);
}
int __model___sprintf_chk(char *to, int flag, size_t known, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model___vsprintf_chk(to, flag, known, format, arguments);
}
int __model___printf_chk(int flag, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vprintf(format, arguments);
}
int __model___fprintf_chk(struct __stream *stream, int flag, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vfprintf(stream, format, arguments);
}
