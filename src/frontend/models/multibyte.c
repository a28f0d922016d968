/* Characters of several bytes in the C locale: each has one byte, and only those of ASCII are characters. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
size_t __model_strlen(const char *s);

enum { NO_CHARACTER = 84, LAST = 127 };

/* A state is never in the middle of a character. */
int __model_mbsinit(const void *state) { return 1; }

static size_t __no_character(void) {
  *__model___errno_location() = NO_CHARACTER;
  return (size_t)-1;
}

size_t __model_mbrtowc(int *to, const char *s, size_t n, void *state) {
  if (!s)
    return 0;
  if (n == 0)
    return (size_t)-2;
  if ((unsigned char)*s > LAST)
    return __no_character();
  if (to)
    *to = *s;
  return *s != 0;
}
size_t __model_mbrlen(const char *s, size_t n, void *state) { return __model_mbrtowc(0, s, n, state); }
/* The null character is looked for first. */
int __model_mbtowc(int *to, const char *s, size_t n) {
  if (!s)
    return 0;
  if (!*s) {
    if (to)
      *to = 0;
    return 0;
  }
  return n == 0 ? -1 : (int)__model_mbrtowc(to, s, n, 0);
}
int __model_mblen(const char *s, size_t n) { return __model_mbtowc(0, s, n); }

size_t __model_wcrtomb(char *to, int c, void *state) {
  if (!to)
    return 1;
  if (c < 0 || c > LAST)
    return __no_character();
  *to = (char)c;
  return 1;
}
int __model_wctomb(char *to, int c) { return to ? (int)__model_wcrtomb(to, c, 0) : 0; }

/* With a place for it `*from` is left where it stopped, at null behind the end. */
size_t __model_mbsrtowcs(int *to, const char **from, size_t n, void *state) {
  const char *s = *from;
  for (size_t i = 0; !to || i < n; i++) {
    if ((unsigned char)s[i] > LAST) {
      if (to)
        *from = s + i;
      return __no_character();
    }
    if (to)
      to[i] = s[i];
    if (!s[i]) {
      if (to)
        *from = 0;
      return i;
    }
  }
  *from = s + n;
  return n;
}
size_t __model_mbstowcs(int *to, const char *s, size_t n) { return __model_mbsrtowcs(to, &s, n, 0); }

size_t __model_wcsrtombs(char *to, const int **from, size_t n, void *state) {
  const int *s = *from;
  for (size_t i = 0; !to || i < n; i++) {
    if (s[i] < 0 || s[i] > LAST) {
      if (to)
        *from = s + i;
      return __no_character();
    }
    if (to)
      to[i] = (char)s[i];
    if (!s[i]) {
      if (to)
        *from = 0;
      return i;
    }
  }
  *from = s + n;
  return n;
}
size_t __model_wcstombs(char *to, const int *s, size_t n) { return __model_wcsrtombs(to, &s, n, 0); }

/* Columns on a terminal. */
int __model_wcwidth(int c) { return c == 0 ? 0 : c >= ' ' && c < LAST ? 1 : -1; }
int __model_wcswidth(const int *s, size_t n) {
  int width = 0;
  for (size_t i = 0; i < n && s[i]; i++) {
    if (__model_wcwidth(s[i]) < 0)
      return -1;
    width++;
  }
  return width;
}
