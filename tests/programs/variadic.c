/* Variable arguments of all types, lists passed on, copied and kept. */
#include <stdarg.h>
#include <stddef.h>
extern void observe(long long);

struct pair { int a, b; };
struct wide { long long x[3]; char tail; };
struct tiny { char c; };
struct mixed { double d; int i; };
struct empty {};
union bits { float f; unsigned u; };
enum colour { RED, GREEN = 7 };

static long long sum(int count, ...) {
  va_list ap;
  long long total = 0;
  va_start(ap, count);
  while (count--) total += va_arg(ap, int);
  va_end(ap);
  return total;
}

static long long vformat(const char *format, va_list ap) {
  long long hash = 17;
  for (; *format; format++) {
    switch (*format) {
    case 'i': hash = hash * 31 + va_arg(ap, int); break;
    case 'u': hash = hash * 31 + va_arg(ap, unsigned); break;
    case 'l': hash = hash * 31 + va_arg(ap, long); break;
    case 'L': hash = hash * 31 + va_arg(ap, long long); break;
    case 'd': hash = hash * 31 + (long long)(va_arg(ap, double) * 16); break;
    case 'D': hash = hash * 31 + (long long)(va_arg(ap, long double) * 16); break;
    case 'c': hash = hash * 31 + (char)va_arg(ap, int); break;
    case 's': { const char *s = va_arg(ap, char *); while (*s) hash = hash * 31 + *s++; break; }
    case 'p': *va_arg(ap, int *) += 5; break;
    case 'P': { struct pair p = va_arg(ap, struct pair); hash = hash * 31 + p.a * 3 + p.b; break; }
    case 'W': { struct wide w = va_arg(ap, struct wide); hash = hash * 31 + w.x[0] + w.x[1] * 2 + w.x[2] * 3 + w.tail; break; }
    case 'T': hash = hash * 31 + va_arg(ap, struct tiny).c; break;
    case 'M': { struct mixed m = va_arg(ap, struct mixed); hash = hash * 31 + m.i + (int)(m.d * 4); break; }
    case 'B': hash = hash * 31 + (va_arg(ap, union bits).u >> 20); break;
    case 'e': hash = hash * 31 + va_arg(ap, enum colour); break;
    case 'f': hash = hash * 31 + va_arg(ap, int (*)(int))(9); break;
    default: hash = -1;
    }
  }
  return hash;
}

static long long format(const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  long long result = vformat(f, ap);
  va_end(ap);
  return result;
}

/* The same list read twice, and again after a copy in the middle. */
static long long twice(int n, ...) {
  va_list ap, copy;
  long long total = 0;
  va_start(ap, n);
  total += va_arg(ap, int);
  va_copy(copy, ap);
  for (int i = 1; i < n; i++) total = total * 10 + va_arg(ap, int);
  for (int i = 1; i < n; i++) total = total * 10 + va_arg(copy, int);
  va_end(ap);
  va_end(copy);
  va_start(ap, n);
  total = total * 10 + va_arg(ap, int);
  va_end(ap);
  return total;
}

/* A list goes on where the function left it that it was passed to by address. */
static int take(va_list *list) { return va_arg(*list, int); }
static int taken(int n, ...) {
  va_list ap;
  int total = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) total = total * 7 + (i % 2 ? take(&ap) : va_arg(ap, int));
  va_end(ap);
  return total;
}

/* In a structure, in a loop, ended by a null pointer. */
struct reader { int calls; va_list list; };
static int next(struct reader *r) { r->calls++; return va_arg(r->list, int); }
static int strings(const char *first, ...) {
  va_list ap;
  int n = 0;
  va_start(ap, first);
  for (const char *s = first; s; s = va_arg(ap, const char *)) n = n * 3 + s[0];
  va_end(ap);
  return n;
}
static int reading(int n, ...) {
  struct reader r = {0};
  int total = 0;
  va_start(r.list, n);
  while (n--) total += next(&r) * (n + 1);
  va_end(r.list);
  return total + r.calls * 1000;
}

static long long recursive(int depth, ...) {
  va_list ap;
  va_start(ap, depth);
  long long own = va_arg(ap, long long), below = depth ? recursive(depth - 1, own * 2, "x") : 0;
  const char *mark = va_arg(ap, const char *);
  va_end(ap);
  return own + below + mark[0];
}

static int nine(int x) { return x * x; }
typedef long long (*formatter)(const char *, ...);
static formatter formatters[] = { format, format };

/* Without a prototype; a call before the definition. */
static int early(int n, ...);
static int old(n, x) int n; double x; { return n + (int)x; }

int main(void) {
  int cell = 1;
  struct pair p = {3, 4};
  struct wide w = {{1, 2, 3}, 'w'};
  struct tiny t = {'t'};
  struct mixed m = {2.5, 8};
  union bits b = {.f = 1.5f};
  char c = -3;
  unsigned char uc = 250;
  short s = -300;
  float f = 2.75f;
  _Bool yes = 1;
  observe(sum(0));
  observe(sum(3, 1, 2, 3));
  observe(sum(5, c, uc, s, yes, GREEN));
  observe(sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  observe(format("idiDil", 1, 2.5, -3, 4.25L, 5, 6L));
  observe(format("ddddddddddddi", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13));
  observe(format("dc", f, c));
  observe(format("LuLi", 1LL << 40, 4000000000u, -5LL, 7));
  observe(format("si", "hello", 3));
  observe(format("pi", &cell, 2) + cell);
  observe(format("iPiWiTiMiBi", 1, p, 2, w, 3, t, 4, m, 5, b, 6));
  observe(format("PPPPPP", p, p, p, p, p, p));
  observe(format("MMMMMMMM", m, m, m, m, m, m, m, m));
  observe(format("iDi", 1, 2.5L, 3));
  observe(format("efi", GREEN, nine, 4));
  observe(twice(3, 4, 5, 6));
  observe(taken(5, 1, 2, 3, 4, 5));
  observe(strings("a", "b", "c", (char *)0));
  observe(strings("a", "b", NULL));
  observe(strings("a", "q", 0));
  observe(reading(4, 5, 6, 7, 8));
  observe(recursive(4, 3LL, "a"));
  observe(formatters[1]("is", 5, "yz"));
  observe((cell > 100 ? 0 : format)("ii", 8, 9));
  int i = 4;
  observe(format("iii", i, i + 1, sum(2, i, i)));
  observe(early(2, 10, 20));
  observe(old(1, 2.0));
  return 0;
}

static int early(int n, ...) {
  va_list ap;
  va_start(ap, n);
  n += va_arg(ap, int) * 2;
  n += va_arg(ap, int) * 3;
  return n;
}
