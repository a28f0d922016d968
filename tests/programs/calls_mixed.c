/* Several constructs at once. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern void observe(long long);
typedef struct { int kind; union { long l; double d; const char *s; } u; } value;
static value table[8];
static int count;
static void push(int kind, ...) {
  va_list ap; va_start(ap, kind);
  value *v = &table[count++ & 7];
  v->kind = kind;
  switch (kind) { case 0: v->u.l = va_arg(ap, long); break; case 1: v->u.d = va_arg(ap, double); break; case 2: v->u.s = va_arg(ap, const char *); break; default: v->u.l = va_arg(ap, value).u.l; }
  va_end(ap);
}
static jmp_buf env;
static int vfail(const char *f, va_list ap) { int total = 0; for (; *f; f++) { if (*f == '!') longjmp(env, va_arg(ap, int)); total += *f == 'i' ? va_arg(ap, int) : (int)va_arg(ap, double); } return total; }
static int fail(const char *f, ...) { va_list ap; va_start(ap, f); int r = vfail(f, ap); va_end(ap); return r; }
static int apply(int n, int (*f)(const char *, ...), ...) { va_list ap; va_start(ap, f); int t = 0; while (n--) { const char *s = va_arg(ap, const char *); t += f(s, n, 2.0 * n, 9); } va_end(ap); return t; }
static long maxl(int n, long first, ...) { va_list ap, aq; long m = first; va_start(ap, first); va_copy(aq, ap); for (int i = 1; i < n; i++) { long x = va_arg(ap, long); if (x > m) m = x; } for (int i = 1; i < n; i++) m += va_arg(aq, long) == m; va_end(ap); va_end(aq); return m; }
static void inc(int n, ...) { va_list ap; va_start(ap, n); for (int i = 0; i < n; i++) { int *p = va_arg(ap, int *); *p += i + 1; } va_end(ap); }
struct big { char name[20]; int n; };
static struct big bigs(int n, ...) { va_list ap; va_start(ap, n); struct big r = {"", 0}; while (n--) { struct big b = va_arg(ap, struct big); strcat(r.name, b.name); r.n += b.n; } va_end(ap); return r; }
static int state_machine(const char *s) {
  static void *states[] = { [0] = &&start, [1] = &&number, [2] = &&word, [3] = &&done };
  int state = 0, sum = 0;
  for (;;) { goto *states[state];
  start: if (!*s) { state = 3; continue; } if (*s >= '0' && *s <= '9') state = 1; else if (*s >= 'a') state = 2; else s++; continue;
  number: { int v = 0; while (*s >= '0' && *s <= '9') v = v * 10 + *s++ - '0'; sum += v; state = 0; continue; }
  word: while (*s >= 'a') { sum ^= *s++; if (sum > 5000) goto done; } state = 0; continue;
  }
done: return sum;
}
static int cleanup_order; 
int main(void) {
  push(0, -5L); push(1, 2.5); push(2, "abc"); push(3, table[0]);
  observe(table[0].u.l); observe((int)(table[1].u.d * 2)); observe(table[2].u.s[1]); observe(table[3].u.l);
  int r = setjmp(env);
  if (r == 0) { observe(fail("iid", 1, 2, 3.5)); observe(fail("i!i", 1, 77, 3)); }
  observe(r);
  if ((r = setjmp(env)) == 0) observe(apply(3, fail, "id", "i", "id!")); else observe(r + 1000);
  observe(maxl(4, 3L, 9L, 2L, 9L));
  int a = 0, b = 0, c = 0; inc(4, &a, &b, &c, &a); observe(a * 100 + b * 10 + c);
  struct big x = {"left", 3}, y = {"right", 4}; struct big z = bigs(2, x, y); observe(z.n); observe(strcmp(z.name, "leftright"));
  observe(bigs(1, bigs(2, y, x)).name[5]);
  observe(state_machine("12 abc 34 z")); observe(state_machine(""));
  char text[40]; int n = snprintf(text, sizeof text, "%d-%s-%c", 42, "x", 'y'); observe(n); observe(text[3]);
  volatile int tries = 0; jmp_buf *heap = malloc(sizeof *heap);
  if (setjmp(*heap) < 3) { tries++; longjmp(*heap, tries); }
  observe(tries); free(heap);
  return 0;
}
