/* Values from text by a format, as glibc reads them in the C locale; from streams, of which the text is not known, any values. */
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
struct __stream { _Bool eof, error, closed, buffered, no_reads, no_writes; int pushed, file, number; long at; };
extern struct __stream __model_streams[3];
int *__model___errno_location(void);
unsigned __any_unsigned(void);
void *__model_malloc(size_t n);
void *__model_memcpy(void *to, const void *from, size_t n);
double __model_strtod(const char *s, char **end);
float __model_strtof(const char *s, char **end);
unsigned long long __model_strtoull(const char *s, char **end, int base);
unsigned char __any_uchar(void);
_Bool __any_bool(void);
int __any_int(void);
long __any_long(void);
long long __any_longlong(void);
double __any_double(void);
float __any_float(void);
long double __any_longdouble(void);
size_t __any_size(void);
void __any_bytes(void *p, size_t n);
void __unsupported(void);
_Bool __model_reads_world(struct __stream *f);
_Bool __model_only_writes(struct __stream *f);
_Bool __model_takes_back(struct __stream *f, char *c);
_Bool __model_ends(struct __stream *f);
int __model_fgetc(struct __stream *f);
int __model_ungetc(int c, struct __stream *f);

static int __is_space(char c) { return c == ' ' || (c >= 9 && c <= 13); }

enum { INT, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE };

/* A conversion of a format. */
struct __conversion {
  _Bool dropped, allocated;
  /* 0: none. */
  size_t width;
  int kind;
  char letter;
  /* For `[`: the set, and the bracket that ends it. */
  const char *set, *set_end;
};

/* Reads a conversion; the result is where its last character stands. */
static const char *__conversion(struct __conversion *c, const char *format) {
  c->dropped = c->allocated = 0;
  c->width = 0;
  c->kind = INT;
  c->set = c->set_end = 0;
  format++;
  if (*format == '*') {
    c->dropped = 1;
    format++;
  }
  for (; *format >= '0' && *format <= '9'; format++)
    c->width = c->width * 10 + (*format - '0');
  if (*format == '$')
    __unsupported();
  if (*format == 'm') {
    c->allocated = 1;
    format++;
  }
  if (*format == 'h') {
    c->kind = SHORT;
    if (*++format == 'h') {
      c->kind = CHAR;
      format++;
    }
  } else if (*format == 'l') {
    c->kind = LONG;
    if (*++format == 'l') {
      c->kind = LONG_LONG;
      format++;
    }
  } else if (*format == 'z' || *format == 't') {
    c->kind = LONG;
    format++;
  } else if (*format == 'j' || *format == 'q') {
    c->kind = LONG_LONG;
    format++;
  } else if (*format == 'L') {
    c->kind = LONG_DOUBLE;
    format++;
  }
  c->letter = *format;
  if (c->letter == '[') {
    c->set = ++format;
    if (*format == '^')
      format++;
    if (*format == ']')
      format++;
    while (*format && *format != ']')
      format++;
    c->set_end = format;
  }
  return format;
}

static void __store(void *to, int kind, unsigned long long x) {
  if (kind == CHAR)
    *(char *)to = (char)x;
  else if (kind == SHORT)
    *(short *)to = (short)x;
  else if (kind == LONG)
    *(long *)to = (long)x;
  else if (kind == LONG_LONG || kind == LONG_DOUBLE)
    *(long long *)to = (long long)x;
  else
    *(int *)to = (int)x;
}

/* Is the character in the set of a `%[`? */
static int __in_set(const struct __conversion *c, char x) {
  const char *p = c->set;
  int inverted = *p == '^', found = 0;
  if (inverted)
    p++;
  for (const char *first = p; p < c->set_end; p++) {
    if (*p == '-' && p > first && p + 1 < c->set_end) {
      if ((unsigned char)p[-1] <= (unsigned char)x && (unsigned char)x <= (unsigned char)p[1])
        found = 1;
      p++;
    } else if (*p == x) {
      found = 1;
    }
  }
  return found != inverted;
}

static int __hex_digit(char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

/* How many characters at the start of the text are an integer of the base, at most so many. `digits`: how many of them are digits. */
static size_t __integer_text(const char *s, size_t most, int *base, size_t *digits) {
  size_t n = 0;
  *digits = 0;
  if (n < most && (s[n] == '-' || s[n] == '+'))
    n++;
  if (n < most && s[n] == '0') {
    n++;
    ++*digits;
    if (n < most && (s[n] | 32) == 'x' && (*base == 0 || *base == 16)) {
      /* The zero counts if nothing follows. */
      *base = 16;
      n++;
    } else if (*base == 0) {
      *base = 8;
    }
  } else if (*base == 0) {
    *base = 10;
  }
  while (n < most && (*base == 16 ? __hex_digit(s[n]) : s[n] >= '0' && s[n] < '0' + *base)) {
    n++;
    ++*digits;
  }
  return n;
}

/* The value of such a text. */
static unsigned long long __integer_value(const char *s, size_t n, int base, int kind, int is_signed) {
  unsigned long long value = 0, largest = kind == LONG_LONG || kind == LONG_DOUBLE ? -1ULL : (unsigned long)-1;
  size_t i = 0;
  int negative = s[0] == '-', overflow = 0;
  if (s[0] == '-' || s[0] == '+')
    i++;
  if (base == 16 && i + 1 < n && s[i] == '0' && (s[i + 1] | 32) == 'x')
    i += 2;
  if (is_signed)
    largest = (largest >> 1) + negative;
  for (; i < n; i++) {
    unsigned digit = s[i] <= '9' ? s[i] - '0' : (s[i] | 32) - 'a' + 10;
    if (value > largest / base || (value == largest / base && digit > largest % base))
      overflow = 1;
    value = value * base + digit;
  }
  if (overflow)
    return is_signed && negative ? -largest : largest;
  return negative ? -value : value;
}

/* The end where there is no memory for a text: those before it are freed again, which is not modelled. */
static int __without_memory(int done) {
  if (done)
    __unsupported();
  return -1;
}

int __model_vsscanf(const char *s, const char *format, va_list arguments) {
  const char *start = s;
  int done = 0;
  for (; *format; format++) {
    if (__is_space(*format)) {
      while (__is_space(*s))
        s++;
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        format++;
        while (__is_space(*s))
          s++;
      }
      if (*s != *format)
        return *s || done ? done : -1;
      s++;
      continue;
    }
    struct __conversion c;
    format = __conversion(&c, format);
    void *to = c.dropped ? 0 : __builtin_va_arg(arguments, void *);
    if (c.letter == 'n') {
      if (to)
        __store(to, c.kind, s - start);
      continue;
    }
    if (c.letter != 'c' && c.letter != 'C' && c.letter != '[')
      while (__is_space(*s))
        s++;
    if (!*s)
      return done ? done : -1;
    size_t most = c.width ? c.width : (size_t)-1, n = 0;
    if (c.letter == 'd' || c.letter == 'u' || c.letter == 'i' || c.letter == 'o' || c.letter == 'x' || c.letter == 'X' || c.letter == 'p') {
      int base = c.letter == 'i' ? 0 : c.letter == 'o' ? 8 : c.letter == 'd' || c.letter == 'u' ? 10 : 16;
      size_t digits;
      n = __integer_text(s, most, &base, &digits);
      if (!digits)
        return done;
      if (to)
        __store(to, c.letter == 'p' ? LONG : c.kind, __integer_value(s, n, base, c.kind, c.letter == 'd' || c.letter == 'i'));
    } else if (c.letter == 'c' || c.letter == 's' || c.letter == '[') {
      if (c.kind == LONG)
        __unsupported();
      if (c.letter == 'c') {
        most = c.width ? c.width : 1;
        while (n < most && s[n])
          n++;
      } else if (c.letter == 's') {
        while (n < most && s[n] && !__is_space(s[n]))
          n++;
      } else {
        while (n < most && s[n] && __in_set(&c, s[n]))
          n++;
        if (!n)
          return done;
      }
      if (to) {
        char *text = to;
        if (c.allocated) {
          text = __model_malloc(n + 1);
          *(char **)to = text;
          if (!text)
            return __without_memory(done);
        }
        __model_memcpy(text, s, n);
        if (c.letter != 'c')
          text[n] = 0;
      }
    } else if (c.letter == 'f' || c.letter == 'F' || c.letter == 'e' || c.letter == 'E' || c.letter == 'g' || c.letter == 'G' || c.letter == 'a' || c.letter == 'A') {
      char text[128], *end;
      size_t length = 0;
      while (length < most && s[length] && !__is_space(s[length]))
        length++;
      if (length >= sizeof text || c.kind == LONG_DOUBLE)
        __unsupported();
      __model_memcpy(text, s, length);
      text[length] = 0;
      if (c.kind == LONG) {
        double value = __model_strtod(text, &end);
        if (to && end != text)
          *(double *)to = value;
      } else {
        float value = __model_strtof(text, &end);
        if (to && end != text)
          *(float *)to = value;
      }
      n = end - text;
      if (!n)
        return done;
      /* An exponent without digits is read. Whether it is an error differs between versions. */
      if (n < length && (text[n] | 32) == 'e')
        __unsupported();
    } else {
      __unsupported();
    }
    s += n;
    if (to)
      done++;
  }
  return done;
}

/* Text of any length, ended by a zero. False if there is no memory for it. */
static int __any_text(const struct __conversion *c, void *to) {
  size_t n = __any_size(), least = 1, most = c->width ? c->width : (size_t)-2;
  if (n < least)
    n = least;
  if (n > most)
    n = most;
  if (c->letter == 'c')
    n = most = c->width ? c->width : 1;
  char *text = to;
  if (c->allocated) {
    text = __model_malloc(n + 1);
    *(char **)to = text;
    if (!text)
      return 0;
  }
  __any_bytes(text, n);
  if (c->letter != 'c')
    text[n] = 0;
  return 1;
}

static int __values(const char *format, va_list arguments) {
  int done = 0;
  for (; *format; format++) {
    if (*format != '%')
      continue;
    if (format[1] == '%') {
      format++;
      continue;
    }
    struct __conversion c;
    format = __conversion(&c, format);
    void *to = c.dropped ? 0 : __builtin_va_arg(arguments, void *);
    if (c.letter == 'n') {
      if (to)
        __store(to, c.kind, __any_longlong() & 0x7fffffff);
      continue;
    }
    /* The text ends here, or does not match. */
    if (!__any_bool())
      return done ? done : -(int)!__any_bool();
    if (!to)
      continue;
    if (c.letter == 'd' || c.letter == 'u' || c.letter == 'i' || c.letter == 'o' || c.letter == 'x' || c.letter == 'X' || c.letter == 'p')
      __store(to, c.letter == 'p' ? LONG : c.kind, __any_longlong());
    else if (c.letter == 'c' || c.letter == 's' || c.letter == '[') {
      if (!__any_text(&c, to))
        return __without_memory(done);
    }
    else if (c.kind == LONG_DOUBLE)
      *(long double *)to = __any_longdouble();
    else if (c.kind == LONG)
      *(double *)to = __any_double();
    else
      *(float *)to = __any_float();
    done++;
  }
  return done;
}

/* What stands for a character that there is none of, and for one that was not read since the width is used up. */
enum { END = -1, NONE = -2, LONGEST = 64 };

/* Adds the next character to the text and reads one more. */
static int __take(struct __stream *f, char *text, size_t *n, int c) {
  if (*n == LONGEST)
    __unsupported();
  text[(*n)++] = (char)c;
  return __model_fgetc(f);
}

static unsigned __digit(int c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 99; }

/* Reads an integer of which the first character is read; the result is the character behind it. */
static int __scan_integer(struct __stream *f, const struct __conversion *conversion, void *to, int c, int *matches) {
  size_t left = conversion->width ? conversion->width : (size_t)-1;
  char letter = conversion->letter;
  int base = letter == 'i' ? 0 : letter == 'o' ? 8 : letter == 'd' || letter == 'u' ? 10 : 16, kind = letter == 'p' ? LONG : conversion->kind;
  _Bool is_signed = letter == 'd' || letter == 'i', negative = c == '-', digits = 0, overflow = 0;
  if (c == '-' || c == '+') {
    c = --left ? __model_fgetc(f) : NONE;
  }
  if (c == '0' && base % 16 == 0) {
    digits = 1;
    c = --left ? __model_fgetc(f) : NONE;
    if (c >= 0 && (c | 32) == 'x') {
      base = 16;
      c = --left ? __model_fgetc(f) : NONE;
      /* Whether the zero counts differs between versions. */
      if (c < 0 || __digit(c) >= 16)
        __unsupported();
    } else if (base == 0) {
      base = 8;
    }
  } else if (base == 0) {
    base = 10;
  }
  unsigned long long value = 0, largest = kind == LONG_LONG || kind == LONG_DOUBLE ? -1ULL : (unsigned long)-1;
  if (is_signed)
    largest = (largest >> 1) + negative;
  while (c >= 0 && __digit(c) < base) {
    unsigned digit = __digit(c);
    digits = 1;
    overflow |= value > largest / base || (value == largest / base && digit > largest % base);
    value = value * base + digit;
    c = --left ? __model_fgetc(f) : NONE;
  }
  *matches = digits;
  if (overflow)
    value = is_signed && negative ? -largest : largest;
  else if (negative)
    value = -value;
  if (digits && to)
    __store(to, kind, value);
  return c;
}

/* The same for a decimal fraction. */
static int __scan_fraction(struct __stream *f, const struct __conversion *conversion, void *to, int c, int *matches) {
  char text[LONGEST + 1];
  size_t n = 0, digits = 0, most = conversion->width ? conversion->width : LONGEST;
  if ((c == '-' || c == '+') && n < most)
    c = __take(f, text, &n, c);
  if ((c | 32) == 'i' || (c | 32) == 'n')
    __unsupported();
  for (_Bool point = 0; n < most && ((c >= '0' && c <= '9') || (c == '.' && !point)); c = __take(f, text, &n, c)) {
    if (c == '.')
      point = 1;
    else
      digits++;
  }
  if (digits == 1 && (c | 32) == 'x')
    __unsupported();
  *matches = digits != 0;
  if (digits && (c | 32) == 'e' && n < most) {
    c = __take(f, text, &n, c);
    if ((c == '-' || c == '+') && n < most)
      c = __take(f, text, &n, c);
    /* Whether an exponent without digits is an error differs between versions. */
    if (c < '0' || c > '9' || n >= most)
      __unsupported();
    while (n < most && c >= '0' && c <= '9')
      c = __take(f, text, &n, c);
  }
  if (!*matches || !to)
    return c;
  if (conversion->kind == LONG_DOUBLE)
    __unsupported();
  text[n] = 0;
  if (conversion->kind == LONG)
    *(double *)to = __model_strtod(text, 0);
  else
    *(float *)to = __model_strtof(text, 0);
  return c;
}

/* The same for characters, a word or the characters of a set. */
static int __scan_text(struct __stream *f, const struct __conversion *conversion, char *to, int c, int *matches) {
  size_t n = 0, most = conversion->width ? conversion->width : conversion->letter == 'c' ? 1 : (size_t)-1;
  if (conversion->allocated || conversion->kind == LONG)
    __unsupported();
  for (; n < most && c != END; n++) {
    if (conversion->letter == 's' ? __is_space((char)c) : conversion->letter == '[' && !__in_set(conversion, (char)c))
      break;
    if (to) {
      to[n] = (char)c;
      if (conversion->letter != 'c')
        to[n + 1] = 0;
    }
    /* What is not asked for is not read. */
    c = n + 1 < most ? __model_fgetc(f) : NONE;
  }
  *matches = n != 0;
  return c;
}

/* Values from a stream whose bytes are known one after the other. */
static int __scan(struct __stream *f, const char *format, va_list arguments) {
  int done = 0;
  for (; *format; format++) {
    _Bool is_conversion = *format == '%' && format[1] != '%';
    struct __conversion conversion;
    void *to = 0;
    if (is_conversion) {
      format = __conversion(&conversion, format);
      to = conversion.dropped ? 0 : __builtin_va_arg(arguments, void *);
      if (conversion.letter == 'n')
        __unsupported();
    } else if (*format == '%') {
      format++;
    }
    _Bool skips = is_conversion ? conversion.letter != 'c' && conversion.letter != '[' : __is_space(*format) || (*format == '%');
    int c = __model_fgetc(f), matches = 1;
    while (skips && c != END && __is_space((char)c))
      c = __model_fgetc(f);
    if (!is_conversion && __is_space(*format)) {
      if (c != END)
        __model_ungetc(c, f);
      continue;
    }
    if (c == END)
      return done ? done : END;
    if (!is_conversion) {
      if ((char)c == *format)
        continue;
      __model_ungetc(c, f);
      return done;
    }
    char letter = conversion.letter;
    if (letter == 'd' || letter == 'u' || letter == 'i' || letter == 'o' || letter == 'x' || letter == 'X' || letter == 'p')
      c = __scan_integer(f, &conversion, to, c, &matches);
    else if (letter == 'c' || letter == 's' || letter == '[')
      c = __scan_text(f, &conversion, to, c, &matches);
    else if ((letter | 32) >= 'e' && (letter | 32) <= 'g')
      c = __scan_fraction(f, &conversion, to, c, &matches);
    else
      __unsupported();
    if (c >= 0)
      __model_ungetc(c, f);
    if (!matches)
      return done;
    if (to)
      done++;
  }
  return done;
}

/* What was pushed back may be read, and the stream may be at its end afterwards. */
int __model_vfscanf(struct __stream *stream, const char *format, va_list arguments) {
  if (__model_reads_world(stream) || __model_only_writes(stream))
    return __scan(stream, format, arguments);
  int done = __values(format, arguments);
  char before;
  if (__any_bool())
    __model_takes_back(stream, &before);
  if (done < 0 || __any_bool())
    __model_ends(stream);
  return done;
}
int __model_vscanf(const char *format, va_list arguments) { return __model_vfscanf(&__model_streams[0], format, arguments); }

int __model_sscanf(const char *s, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vsscanf(s, format, arguments);
}
int __model_scanf(const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vscanf(format, arguments);
}
int __model_fscanf(struct __stream *stream, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  return __model_vfscanf(stream, format, arguments);
}
