// gotcha: cover
// verdict: complete
// goals: 12 covered: 11 unreachable: 1
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);

struct pair { int a, b; };

static int largest(int count, ...) {
  va_list ap;
  va_start(ap, count);
  int best = va_arg(ap, int);
  while (--count > 0) { //~ covered
    int x = va_arg(ap, int);
    if (x > best) best = x; //~ covered
  }
  va_end(ap);
  return best;
}

static int vcheck(const char *format, va_list ap) {
  int i = va_arg(ap, int);
  long long l = va_arg(ap, long long);
  struct pair p = va_arg(ap, struct pair);
  return i == 5 && l == (long long)i << 33 && p.b == 77 && p.a == -i && *format == 'x';
}

static int check(const char *format, ...) {
  va_list ap, copy;
  va_start(ap, format);
  va_copy(copy, ap);
  int ok = vcheck(format, ap);
  int same = va_arg(copy, int);
  va_end(copy);
  va_end(ap);
  return ok ? same : 0;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  char c = __VERIFIER_nondet_char();
  struct pair p = {-a, b};
  if (largest(3, a, c, b) == 1234567) //~ true:covered false:covered
    return 1;
  if (largest(2, c, c) > 127) //~ true:unreachable false:covered
    return 2;
  if (check("x", a, (long long)a << 33, p) == 5) //~ true:covered false:covered
    return 3;
  return 0;
}
