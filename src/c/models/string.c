typedef __SIZE_TYPE__ size_t;

/* What glibc's comparisons give for two different bytes: the difference on x86-64, the sign on i386. */
static int __model_order(unsigned char x, unsigned char y) { return sizeof(long) == 8 ? x - y : x < y ? -1 : x > y; }

size_t __model_strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t __model_strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  return n;
}

int __model_strcmp(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return __model_order(*a, *b);
}

int __model_strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i], y = b[i];
    if (x != y)
      return __model_order(x, y);
    if (!x)
      return 0;
  }
  return 0;
}

char *__model_strcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  return to;
}

char *__model_stpcpy(char *to, const char *from) {
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return to;
}

char *__model_strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

char *__model_strcat(char *to, const char *from) {
  size_t n = 0, i = 0;
  while (to[n])
    n++;
  while ((to[n + i] = from[i]) != 0)
    i++;
  return to;
}

char *__model_strncat(char *to, const char *from, size_t max) {
  size_t n = 0, i = 0;
  while (to[n])
    n++;
  for (; i < max && from[i]; i++)
    to[n + i] = from[i];
  to[n + i] = 0;
  return to;
}

char *__model_strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (!*s)
      return 0;
  }
}

char *__model_strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c)
      last = s;
    if (!*s)
      return (char *)last;
  }
}

int __model_memcmp(const void *a, const void *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = ((const unsigned char *)a)[i], y = ((const unsigned char *)b)[i];
    if (x != y)
      return __model_order(x, y);
  }
  return 0;
}

void *__model_memchr(const void *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (((const unsigned char *)s)[i] == (unsigned char)c)
      return (char *)s + i;
  return 0;
}
