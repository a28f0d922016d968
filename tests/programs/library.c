/* Library functions that are modelled. */
#include <arpa/inet.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern void observe(long long);
static void number(double x) { union { double d; long long bits; } u; u.d = x; observe(x != x ? 12345 : u.bits); }

int main(void) {
  static const double values[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 3.7, -3.7, 1e300, -1e300, 4503599627370497.5, 1e-310, INFINITY, -INFINITY, NAN};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    double x = values[i], y = values[(i + 3) % 17];
    number(fabs(x)); number(floor(x)); number(ceil(x)); number(trunc(x)); number(round(x)); number(rint(x));
    if (x == x) number(copysign(x, y));
    if (x != y) { number(fmin(x, y)); number(fmax(x, y)); }
    observe(isnan(x) != 0); observe(isinf(x) != 0); observe(signbit(x) != 0 || x != x); observe(fpclassify(x)); observe(isfinite(x) != 0);
    number(fabsf((float)x)); number(floorf((float)x));
  }
  number(fmod(10.5, 3)); number(fmod(-10.5, 3)); number(fmod(1e20, 7)); number(fmod(5, INFINITY)); number(fmod(5, 0)); number(fmod(2.5, 5));
  number(__builtin_inf()); number(HUGE_VAL); number(__builtin_nan("")); number(nan("")); observe(lround(2.5)); observe(lround(-7.4));
  for (unsigned i = 1; i; i <<= 3) {
    unsigned x = i * 2654435761u | i;
    observe(__builtin_popcount(x)); observe(__builtin_clz(x)); observe(__builtin_ctz(x)); observe(__builtin_ffs(x)); observe(__builtin_bswap32(x));
    observe(ntohl(x)); observe(htonl(x)); observe(ntohs(x)); observe(htons(x));
    observe(__builtin_bswap16(x)); observe(__builtin_bswap64(x * 77ULL)); observe(__builtin_parity(x)); observe(__builtin_clzll(x)); observe(__builtin_clzl(x));
  }
  for (int c = -1; c < 256; c++)
    observe(!!isalpha(c) | !!isdigit(c) << 1 | !!isspace(c) << 2 | !!isupper(c) << 3 | !!isprint(c) << 4 | !!ispunct(c) << 5 | !!isxdigit(c) << 6 | toupper(c) << 8 | tolower(c) << 20);
  char a[40] = "the quick brown fox", b[40];
  observe(strlen(a)); observe(strcmp(a, "the")); observe(memcmp("abc", "abz", 3) < 0); observe(strncmp(a, "the cat", 5)); observe(strchr(a, 'q') - a); observe(strrchr(a, 'o') - a);
  observe(strstr(a, "row") - a); observe(strstr(a, "cat") == 0); observe(strspn(a, "eht ")); observe(strcspn(a, "qx")); observe(strpbrk(a, "xyzw") - a);
  strncpy(b, a, 6); b[6] = 0; observe(strlen(b)); strncat(b, "zzzz", 2); observe(b[7]); observe(strcmp(strdup(b), b)); observe(strcasecmp("ABC", "abd") < 0);
  observe(memcmp(a, b, 3)); observe((char *)memchr(a, 'k', 20) - a); memmove(a + 2, a, 10); observe(a[3]); observe(strchr(a, 0) - a);
  observe(atoi("  +17 x")); observe(atol("-99999")); observe(labs(-5L)); observe(llabs(-1LL << 40));
  void *(*get)(size_t) = malloc; int *p = get(sizeof *p * 3); p[2] = 9; observe(p[2]); void (*drop)(void *) = free; drop(p);
  size_t (*length)(const char *) = strlen; observe(length("four")); int *q = realloc(0, 8); q[1] = 3; observe(q[1]);
  exit(0);
}
