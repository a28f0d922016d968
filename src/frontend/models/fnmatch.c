/* Patterns of file names, as glibc matches them in the C locale. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
char *__model_strchr(const char *s, int c);
void *__model_memchr(const void *s, int c, size_t n);
int __model_strcmp(const char *a, const char *b);
_Bool __any_bool(void);
int __model_isalnum(int c);
int __model_isalpha(int c);
int __model_isblank(int c);
int __model_iscntrl(int c);
int __model_isdigit(int c);
int __model_isgraph(int c);
int __model_islower(int c);
int __model_isprint(int c);
int __model_ispunct(int c);
int __model_isspace(int c);
int __model_isupper(int c);
int __model_isxdigit(int c);
void __unsupported(void);

enum { FILE_NAME = 1, NO_ESCAPE = 2, PERIOD = 4, LEADING_DIRECTORY = 8, FOLD_CASE = 16, EXTENDED = 32 };
enum __result { MATCH, NO_MATCH, STAR, LITERAL };
enum { LONGEST_CLASS = 2048 };

/* Asked for POSIXLY_CORRECT in the environment: proofs count with it, runs go the usual way. */
_Bool __rarely(void);

static unsigned char __folded(unsigned char c, int flags) { return (flags & FOLD_CASE) && c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* -1: there is no such class. */
static int __is_in_class(unsigned char c, const char *name, size_t length) {
  static const struct {
    const char *name;
    int (*has)(int);
  } classes[] = {{"alnum", __model_isalnum}, {"alpha", __model_isalpha}, {"blank", __model_isblank}, {"cntrl", __model_iscntrl},
                 {"digit", __model_isdigit}, {"graph", __model_isgraph}, {"lower", __model_islower}, {"print", __model_isprint},
                 {"punct", __model_ispunct}, {"space", __model_isspace}, {"upper", __model_isupper}, {"xdigit", __model_isxdigit}};
  char text[8];
  if (length > 6)
    return -1;
  for (size_t i = 0; i < length; i++)
    text[i] = name[i];
  text[length] = 0;
  for (int i = 0; i < 12; i++)
    if (__model_strcmp(classes[i].name, text) == 0)
      return classes[i].has(c) != 0;
  return -1;
}

/* A symbol between [. and .]: the character. -1: it is none. Behind it `*p` stands. */
static int __symbol(const char **p) {
  const char *start = *p;
  size_t length = 0;
  for (const char *s = start + 1;; s++, length++) {
    if (*s == '.' && s[1] == ']') {
      *p = s + 2;
      return length == 1 ? (unsigned char)start[1] : -1;
    }
    if (!*s)
      return -1;
  }
}

/* The name of a class starts behind here: its length if it ends as it must, -1 if this is no class, -2 if it is too long. */
static int __class_length(const char *p) {
  int length = 0;
  for (;; length++) {
    if (length == LONGEST_CLASS)
      return -2;
    char c = *++p;
    if (c == ':' && p[1] == ']')
      return length;
    if (c < 'a' || c >= 'z')
      return -1;
  }
}

/* Behind what has matched: skips the rest of a bracket. LITERAL if it does not end. */
static enum __result __skip_bracket(const char **pattern, int flags) {
  const char *p = *pattern;
  char c;
  do {
    c = *p++;
    if (!c)
      return LITERAL;
    if (!(flags & NO_ESCAPE) && c == '\\') {
      if (!*p)
        return NO_MATCH;
      p++;
    } else if (c == '[' && *p == ':') {
      int length = __class_length(p);
      if (length == -2 || length == LONGEST_CLASS - 1)
        return NO_MATCH;
      if (length >= 0)
        p += length + 3;
    } else if (c == '[' && *p == '=') {
      if (!p[1] || p[2] != '=' || p[3] != ']')
        return NO_MATCH;
      p += 4;
      c = 0;
    } else if (c == '[' && *p == '.') {
      do
        if (!*++p)
          return NO_MATCH;
      while (*p != '.' || p[1] != ']');
      p += 2;
    }
  } while (c != ']');
  *pattern = p;
  return MATCH;
}

/* Behind a bracket that opens: does the character match? LITERAL: the bracket does not end, and means itself. */
static enum __result __bracket(const char **pattern, unsigned char n, int flags) {
  const char *p = *pattern;
  _Bool negated = *p == '!' || (*p == '^' && !__rarely()), matched = 0;
  unsigned char folded = __folded(n, flags), first;
  if (negated)
    p++;
  unsigned char c = *p++;
  for (;;) {
    _Bool plain = 1, is_range = 0;
    if (!(flags & NO_ESCAPE) && c == '\\') {
      if (!*p)
        return NO_MATCH;
      c = __folded(*p++, flags);
    } else if (c == '[' && *p == ':') {
      int length = __class_length(p);
      if (length == -2)
        return NO_MATCH;
      if (length >= 0) {
        int is_in = __is_in_class(n, p + 1, length);
        if (is_in < 0)
          return NO_MATCH;
        p += length + 3;
        if (is_in) {
          matched = 1;
          break;
        }
        c = *p++;
        plain = 0;
      }
    } else if (c == '[' && *p == '=') {
      if (p[1] && p[2] == '=' && p[3] == ']') {
        unsigned char one = p[1];
        p += 4;
        if (n == one) {
          matched = 1;
          break;
        }
        c = *p++;
        plain = 0;
      }
    } else if (!c) {
      return LITERAL;
    } else if (c == '[' && *p == '.') {
      int symbol = __symbol(&p);
      if (symbol < 0)
        return NO_MATCH;
      if (!(*p == '-' && p[1]) && n == symbol) {
        matched = 1;
        break;
      }
      first = symbol;
      c = *p++;
      plain = 0;
      is_range = 1;
    } else {
      c = __folded(c, flags);
    }
    if (plain) {
      if (!(*p == '-' && p[1] && p[1] != ']') && c == folded) {
        matched = 1;
        break;
      }
      first = c;
      c = *p++;
      is_range = 1;
    }
    if (is_range && c == '-' && *p != ']') {
      unsigned char last = *p++;
      if (last == '[' && *p == '.') {
        int symbol = __symbol(&p);
        if (symbol < 0)
          return NO_MATCH;
        last = symbol;
      } else {
        if (!(flags & NO_ESCAPE) && last == '\\')
          last = *p++;
        if (!last)
          return NO_MATCH;
        last = __folded(last, flags);
      }
      if (first <= folded && folded <= last) {
        matched = 1;
        break;
      }
      c = *p++;
    }
    if (c == ']')
      break;
  }
  enum __result rest = matched ? __skip_bracket(&p, flags) : MATCH;
  if (rest != MATCH)
    return rest;
  *pattern = p;
  return matched != negated ? MATCH : NO_MATCH;
}

/* What is matched with what, and whether a period here has to be matched by a period. */
struct __place {
  const char *pattern, *string;
  _Bool first;
};

/* Goes on until a star, behind which the place is then, or to the end. */
static enum __result __part(struct __place *at, const char *end, int flags) {
  const char *p = at->pattern, *n = at->string;
  _Bool first = at->first, next_first = 0;
  for (unsigned char c; (c = *p++); first = next_first, next_first = 0, n++) {
    c = __folded(c, flags);
    if (c == '*') {
      *at = (struct __place){p, n, first};
      return STAR;
    }
    if (n == end && c != '\\')
      /* Nothing else matches nothing. */
      return NO_MATCH;
    unsigned char found = n == end ? 0 : *n;
    if (c == '?') {
      if ((found == '/' && (flags & FILE_NAME)) || (found == '.' && first))
        return NO_MATCH;
      continue;
    }
    if (c == '[') {
      if ((found == '.' && first) || (found == '/' && (flags & FILE_NAME)))
        return NO_MATCH;
      enum __result result = __bracket(&p, found, flags);
      if (result == NO_MATCH)
        return NO_MATCH;
      if (result == MATCH)
        continue;
    }
    if (c == '\\' && !(flags & NO_ESCAPE)) {
      c = *p++;
      if (!c)
        return NO_MATCH;
      c = __folded(c, flags);
    } else if (c == '/' && (flags & FILE_NAME) && (flags & PERIOD)) {
      next_first = 1;
    }
    if (n == end || __folded(found, flags) != c)
      return NO_MATCH;
  }
  return n == end || ((flags & LEADING_DIRECTORY) && *n == '/') ? MATCH : NO_MATCH;
}

/* Behind a star: goes to behind the next one where what stands between matches first, or says how it ends. */
static enum __result __star(struct __place *at, const char *end, int flags) {
  const char *p = at->pattern, *n = at->string;
  unsigned char c;
  if (n != end && *n == '.' && at->first)
    return NO_MATCH;
  for (c = *p++; c == '?' || c == '*'; c = *p++) {
    if (c == '?') {
      if (n == end || (*n == '/' && (flags & FILE_NAME)))
        return NO_MATCH;
      n++;
    }
  }
  const char *slash = (flags & FILE_NAME) ? __model_memchr(n, '/', end - n) : 0;
  if (!c)
    return !slash || (flags & LEADING_DIRECTORY) ? MATCH : NO_MATCH;
  if (c == '/' && (flags & FILE_NAME)) {
    if (!slash)
      return NO_MATCH;
    *at = (struct __place){p, slash + 1, (flags & PERIOD) != 0};
    return __part(at, end, flags);
  }
  _Bool is_bracket = c == '[';
  if (c == '\\' && !(flags & NO_ESCAPE))
    c = *p;
  c = __folded(c, flags);
  int inner = (flags & FILE_NAME) ? flags : flags & ~PERIOD;
  _Bool first = at->first;
  for (--p; n < (slash ? slash : end); n++, first = 0) {
    if (!is_bracket && __folded(*n, flags) != c)
      continue;
    *at = (struct __place){p, n, first};
    enum __result result = __part(at, end, inner);
    if (result != NO_MATCH)
      return result;
  }
  return NO_MATCH;
}

int __model_fnmatch(const char *pattern, const char *string, int flags) {
  if (flags & EXTENDED)
    for (const char *p = pattern; *p; p++)
      if (p[1] == '(' && __model_strchr("?*+@!", *p))
        __unsupported();
  const char *end = string + __model_strlen(string);
  struct __place at = {pattern, string, (flags & PERIOD) != 0};
  enum __result result = __part(&at, end, flags);
  while (result == STAR)
    result = __star(&at, end, flags);
  return result;
}
