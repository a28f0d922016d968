/* Several constructs at once. */
extern void observe(long long);
#include <stdlib.h>
#include <stdarg.h>
static int log_count;
static int logger(int level, const char *fmt, ...) { va_list ap; va_start(ap, fmt); int n = 0; while (*fmt) if (*fmt++ == '%') n += va_arg(ap, int); va_end(ap); log_count += n * level; return n; }
#define LOG(l, ...) logger(l, __VA_ARGS__)
struct ops { int (*log)(int, const char *, ...); void (*done)(void); };
static void done(void) { observe(log_count); }
static const struct ops ops = { logger, done };
static int vsum(int n, va_list *ap) { int t = 0; while (n--) t += va_arg(*ap, int); return t; }
static int split(int n, ...) { va_list ap; va_start(ap, n); int a = vsum(n / 2, &ap), b = vsum(n - n / 2, &ap); va_end(ap); return a * 100 + b; }
static float mixed(int n, ...) { va_list ap; va_start(ap, n); float r = 0; for (int i = 0; i < n; i++) if (i % 2) r += va_arg(ap, double); else r += va_arg(ap, int); va_end(ap); return r; }
typedef struct { float x, y, z; } vec;
static double dots(int n, ...) { va_list ap; va_start(ap, n); double r = 0; for (int i = 0; i < n; i++) { vec a = va_arg(ap, vec); r = r * 2 + a.x * a.y + a.z; } va_end(ap); return r; }
typedef struct { char b[3]; } three; typedef struct { short s; } one;
static int small(int n, ...) { va_list ap; va_start(ap, n); int t = 0; three x = va_arg(ap, three); one y = va_arg(ap, one); t = x.b[0] + x.b[2] * 2 + y.s; __int128_placeholder: t += va_arg(ap, int); va_end(ap); return t; }
int main(void) {
  observe(LOG(2, "a%b%", 3, 4)); observe(ops.log(3, "%", 5)); ops.done();
  observe(split(5, 1, 2, 3, 4, 5)); observe((int)(mixed(4, 1, 2.5, 3, 4.25) * 4));
  vec v = {1, 2, 3}, w = {4, 5, 6}; observe((int)dots(3, v, w, v));
  three t = {{1, 2, 3}}; one o = {-7}; observe(small(3, t, o, 10));
  void (*f)(void) = (void (*)(void))ops.done; f();
  int (*l)(int, const char *, ...) = log_count > 1 ? ops.log : 0; observe(l(1, "%%%", 1, 2, 3));
  atexit(done); return 3 - 3;
}
