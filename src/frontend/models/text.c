/* Searching, comparing and cutting strings, for what has no instruction of its own. */
typedef __SIZE_TYPE__ size_t;
void *__model_malloc(size_t n);
void *__model_memcpy(void *to, const void *from, size_t n);
int __model_memcmp(const void *a, const void *b, size_t n);
size_t __model_strlen(const char *s);
size_t __model_strnlen(const char *s, size_t max);
void __demand_disjoint(const void *a, const void *b, size_t n);

static int __lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* Does the string start with the other one? */
static int __starts(const char *s, const char *part) {
  size_t i = 0;
  while (part[i] && s[i] == part[i])
    i++;
  return !part[i];
}

char *__model_strstr(const char *s, const char *part) {
  for (;; s++) {
    if (__starts(s, part))
      return (char *)s;
    if (!*s)
      return 0;
  }
}

char *__model_strcasestr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && __lower((unsigned char)s[i]) == __lower((unsigned char)part[i]))
      i++;
    if (!part[i])
      return (char *)s;
    if (!*s)
      return 0;
  }
}

/* Is the character, not 0, in the string? */
static int __among(char c, const char *set) {
  while (*set && *set != c)
    set++;
  return *set != 0;
}

size_t __model_strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && __among(s[n], set))
    n++;
  return n;
}

size_t __model_strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !__among(s[n], set))
    n++;
  return n;
}

char *__model_strpbrk(const char *s, const char *set) {
  s += __model_strcspn(s, set);
  return *s ? (char *)s : 0;
}

char *__model_strtok_r(char *s, const char *set, char **rest) {
  if (!s)
    s = *rest;
  s += __model_strspn(s, set);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + __model_strcspn(s, set);
  if (*end)
    *end++ = 0;
  *rest = end;
  return s;
}

char *__model_strtok(char *s, const char *set) {
  static char *rest;
  return __model_strtok_r(s, set, &rest);
}

char *__model_strsep(char **from, const char *set) {
  char *start = *from;
  if (!start)
    return 0;
  char *end = start + __model_strcspn(start, set);
  *from = *end ? end + 1 : 0;
  *end = 0;
  return start;
}

char *__model_strdup(const char *s) {
  size_t n = __model_strlen(s) + 1;
  char *copy = __model_malloc(n);
  return copy ? __model_memcpy(copy, s, n) : 0;
}

char *__model_strndup(const char *s, size_t max) {
  size_t n = __model_strnlen(s, max);
  char *copy = __model_malloc(n + 1);
  if (!copy)
    return 0;
  __model_memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

/* In the C locale. */
size_t __model_strxfrm(char *to, const char *from, size_t max) {
  size_t n = __model_strlen(from);
  if (max)
    __model_memcpy(to, from, n < max ? n + 1 : max);
  return n;
}

size_t __model_strlcpy(char *to, const char *from, size_t size) {
  size_t n = __model_strlen(from);
  if (size) {
    size_t copied = n < size ? n : size - 1;
    __model_memcpy(to, from, copied);
    to[copied] = 0;
  }
  return n;
}

size_t __model_strlcat(char *to, const char *from, size_t size) {
  size_t n = __model_strnlen(to, size), m = __model_strlen(from);
  if (n < size) {
    size_t copied = m < size - n ? m : size - n - 1;
    __model_memcpy(to + n, from, copied);
    to[n + copied] = 0;
  }
  return n + m;
}

void *__model_memmem(const void *in, size_t size, const void *part, size_t n) {
  const char *s = in;
  for (size_t i = 0; n <= size && i <= size - n; i++)
    if (__model_memcmp(s + i, part, n) == 0)
      return (void *)(s + i);
  return 0;
}

void __model_swab(const void *from, void *to, long n) {
  const char *s = from;
  char *t = to;
  __demand_disjoint(to, from, n > 0 ? n & ~1L : 0);
  for (n &= ~1L; n > 1; n -= 2) {
    char last = s[n - 1], other = s[n - 2];
    t[n - 2] = last;
    t[n - 1] = other;
  }
}

/* Digits count as numbers, those with zeros in front as fractions. */
int __model_strverscmp(const char *a, const char *b) {
  size_t i = 0, start = 0;
  int fraction = 0;
  for (; a[i] == b[i]; i++) {
    if (!a[i])
      return 0;
    if (a[i] < '0' || a[i] > '9')
      start = i + 1;
  }
  int x = (unsigned char)a[i], y = (unsigned char)b[i];
  int x_digit = x >= '0' && x <= '9', y_digit = y >= '0' && y <= '9';
  size_t zeros = start;
  while (zeros < i && a[zeros] == '0')
    zeros++;
  if (start < i && a[start] == '0') {
    /* A fraction, unless it is a lone zero with something else behind it. */
    fraction = zeros < i || (x_digit && y_digit) || x_digit || y_digit;
    if (zeros == i && fraction)
      return x_digit && y_digit ? x - y : x_digit ? -1 : 1;
    return x - y;
  }
  if (start == i && x_digit && y_digit && (x == '0' || y == '0'))
    return x - y;
  if ((x_digit && y_digit) || (start < i && (x_digit || y_digit))) {
    size_t m = i, n = i;
    while (a[m] >= '0' && a[m] <= '9')
      m++;
    while (b[n] >= '0' && b[n] <= '9')
      n++;
    if (m != n)
      return m < n ? -1 : 1;
  }
  return x - y;
}
