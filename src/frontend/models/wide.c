/* Strings of wide characters, and their classes in the C locale. */
typedef __SIZE_TYPE__ size_t;
void *__model_malloc(size_t n);
void *__model_memcpy(void *to, const void *from, size_t n);
void *__model_memmove(void *to, const void *from, size_t n);
int *__model___errno_location(void);
long __model_strtol(const char *s, char **end, int base);
unsigned long __model_strtoul(const char *s, char **end, int base);
long long __model_strtoll(const char *s, char **end, int base);
unsigned long long __model_strtoull(const char *s, char **end, int base);
_Bool __any_bool(void);
_Bool __rarely(void);
_Bool __model_output_is_full(void);
void __unsupported(void);

size_t __model_wcslen(const int *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}
size_t __model_wcsnlen(const int *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  return n;
}
int __model_wmemcmp(const int *a, const int *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}
int __model_wcsncmp(const int *a, const int *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
    if (!a[i])
      return 0;
  }
  return 0;
}
int __model_wcscmp(const int *a, const int *b) { return __model_wcsncmp(a, b, (size_t)-1); }
int __model_wcscoll(const int *a, const int *b) { return __model_wcscmp(a, b); }
int *__model_wmemchr(const int *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c)
      return (int *)s + i;
  return 0;
}
int *__model_wcschr(const int *s, int c) {
  for (; *s != c; s++)
    if (!*s)
      return 0;
  return (int *)s;
}
int *__model_wcschrnul(const int *s, int c) {
  while (*s && *s != c)
    s++;
  return (int *)s;
}
int *__model_wcsrchr(const int *s, int c) {
  const int *last = 0;
  for (;; s++) {
    if (*s == c)
      last = s;
    if (!*s)
      return (int *)last;
  }
}
int *__model_wmemset(int *to, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = c;
  return to;
}
int *__model_wmemcpy(int *to, const int *from, size_t n) { return __model_memcpy(to, from, n * sizeof *to); }
int *__model_wmemmove(int *to, const int *from, size_t n) { return __model_memmove(to, from, n * sizeof *to); }
int *__model_wmempcpy(int *to, const int *from, size_t n) { return __model_wmemcpy(to, from, n) + n; }
int *__model_wcpcpy(int *to, const int *from) {
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return to;
}
int *__model_wcscpy(int *to, const int *from) {
  __model_wcpcpy(to, from);
  return to;
}
int *__model_wcsncpy(int *to, const int *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}
int *__model_wcscat(int *to, const int *from) {
  __model_wcpcpy(to + __model_wcslen(to), from);
  return to;
}
int *__model_wcsncat(int *to, const int *from, size_t max) {
  int *end = to + __model_wcslen(to);
  size_t i = 0;
  for (; i < max && from[i]; i++)
    end[i] = from[i];
  end[i] = 0;
  return to;
}
int *__model_wcsdup(const int *s) {
  size_t n = __model_wcslen(s) + 1;
  int *copy = __model_malloc(n * sizeof *s);
  return copy ? __model_memcpy(copy, s, n * sizeof *s) : 0;
}
size_t __model_wcsspn(const int *s, const int *set) {
  size_t n = 0;
  while (s[n] && __model_wcschr(set, s[n]))
    n++;
  return n;
}
size_t __model_wcscspn(const int *s, const int *set) {
  size_t n = 0;
  while (s[n] && !__model_wcschr(set, s[n]))
    n++;
  return n;
}
int *__model_wcspbrk(const int *s, const int *set) {
  s += __model_wcscspn(s, set);
  return *s ? (int *)s : 0;
}
int *__model_wcsstr(const int *s, const int *part) {
  size_t n = __model_wcslen(part);
  for (;; s++) {
    if (__model_wcsncmp(s, part, n) == 0)
      return (int *)s;
    if (!*s)
      return 0;
  }
}
int *__model_wcstok(int *s, const int *set, int **rest) {
  if (!s)
    s = *rest;
  if (!s)
    return 0;
  s += __model_wcsspn(s, set);
  if (!*s) {
    *rest = 0;
    return 0;
  }
  int *end = s + __model_wcscspn(s, set);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = 0;
  }
  return s;
}

int __model_iswupper(unsigned c) { return c >= 'A' && c <= 'Z'; }
int __model_iswlower(unsigned c) { return c >= 'a' && c <= 'z'; }
int __model_iswalpha(unsigned c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int __model_iswdigit(unsigned c) { return c >= '0' && c <= '9'; }
int __model_iswalnum(unsigned c) { return __model_iswalpha(c) || __model_iswdigit(c); }
int __model_iswxdigit(unsigned c) { return (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') || __model_iswdigit(c); }
int __model_iswspace(unsigned c) { return c == ' ' || (c >= 9 && c <= 13); }
int __model_iswblank(unsigned c) { return c == ' ' || c == 9; }
int __model_iswcntrl(unsigned c) { return c < 32 || c == 127; }
int __model_iswprint(unsigned c) { return c >= 32 && c < 127; }
int __model_iswgraph(unsigned c) { return c > 32 && c < 127; }
int __model_iswpunct(unsigned c) { return c > 32 && c < 127 && !__model_iswalnum(c); }
unsigned __model_towlower(unsigned c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
unsigned __model_towupper(unsigned c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

static int __fold(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int __model_wcsncasecmp(const int *a, const int *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int x = __fold(a[i]), y = __fold(b[i]);
    if (x != y)
      return x < y ? -1 : 1;
    if (!x)
      return 0;
  }
  return 0;
}
int __model_wcscasecmp(const int *a, const int *b) { return __model_wcsncasecmp(a, b, (size_t)-1); }

static const char *const __classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};
static int __same(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}
/* Numbers of classes, from 1. */
unsigned long __model_wctype(const char *name) {
  for (int i = 0; i < 12; i++)
    if (__same(name, __classes[i]))
      return i + 1;
  return 0;
}
int __model_iswctype(unsigned c, unsigned long class) {
  switch (class) {
  case 1: return __model_iswalnum(c);
  case 2: return __model_iswalpha(c);
  case 3: return __model_iswblank(c);
  case 4: return __model_iswcntrl(c);
  case 5: return __model_iswdigit(c);
  case 6: return __model_iswgraph(c);
  case 7: return __model_iswlower(c);
  case 8: return __model_iswprint(c);
  case 9: return __model_iswpunct(c);
  case 10: return __model_iswspace(c);
  case 11: return __model_iswupper(c);
  case 12: return __model_iswxdigit(c);
  }
  return 0;
}

unsigned __model_btowc(int c) { return c >= 0 && c < 128 ? c : -1; }
int __model_wctob(unsigned c) { return c < 128 ? (int)c : -1; }

/* Numbers: through the same text in bytes. */
enum { LONGEST = 255 };
static void __narrow(char *to, const int *s) {
  int n = 0;
  for (; s[n] > 0 && s[n] < 128; n++) {
    if (n == LONGEST)
      __unsupported();
    to[n] = (char)s[n];
  }
  to[n] = 0;
}
long __model_wcstol(const int *s, int **end, int base) {
  char text[LONGEST + 1], *stop = text;
  __narrow(text, s);
  long value = __model_strtol(text, &stop, base);
  if (end)
    *end = (int *)s + (stop - text);
  return value;
}
unsigned long __model_wcstoul(const int *s, int **end, int base) {
  char text[LONGEST + 1], *stop = text;
  __narrow(text, s);
  unsigned long value = __model_strtoul(text, &stop, base);
  if (end)
    *end = (int *)s + (stop - text);
  return value;
}
long long __model_wcstoll(const int *s, int **end, int base) {
  char text[LONGEST + 1], *stop = text;
  __narrow(text, s);
  long long value = __model_strtoll(text, &stop, base);
  if (end)
    *end = (int *)s + (stop - text);
  return value;
}
unsigned long long __model_wcstoull(const int *s, int **end, int base) {
  char text[LONGEST + 1], *stop = text;
  __narrow(text, s);
  unsigned long long value = __model_strtoull(text, &stop, base);
  if (end)
    *end = (int *)s + (stop - text);
  return value;
}

/* Output of wide characters is evaluated and forgotten. Where it is refused nobody knows what becomes of it. */
static int __written(int result) {
  if (__model_output_is_full())
    __unsupported();
  return __rarely() ? -1 : result;
}
unsigned __model_putwchar(int c) { return __written(c); }
unsigned __model_fputwc(int c, void *stream) { return __written(c); }
unsigned __model_putwc(int c, void *stream) { return __written(c); }
int __model_fputws(const int *s, void *stream) {
  __model_wcslen(s);
  return __written(1);
}
