/* setjmp and longjmp. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
extern void observe(long long);

static jmp_buf top, inner;
static int depth;

static void thrower(int n) {
  observe(n);
  if (n == 0) longjmp(top, 42);
  thrower(n - 1);
  observe(-1);
}

static int value_of(int n) { if (n > 2) longjmp(top, n); return n * 10; }

static int through_pointer(int (*f)(int), int x) { int r = f(x) + 1; observe(r); return r; }

static int nested(void) {
  int r = setjmp(inner);
  if (r == 0) { thrower(2); }
  return r + 100;
}

static int caught_inside(int n) {
  jmp_buf b;
  switch (setjmp(b)) {
  case 0: if (n > 5) longjmp(b, 2); return 0;
  case 2: longjmp(b, 3);
  case 3: return n;
  default: return -1;
  }
}

static int loops(void) {
  volatile int i, total = 0;
  for (i = 0; i < 4; i++) {
    jmp_buf b;
    int k = setjmp(b);
    total = total * 3 + k + 1;
    if (k < i) longjmp(b, k + 1);
  }
  return total;
}

static int recursive(int n, jmp_buf *outer) {
  jmp_buf mine;
  int v = setjmp(mine);
  if (v) return v + n;
  if (n == 0) longjmp(*outer, 5);
  int below = recursive(n - 1, n == 2 ? &mine : outer);
  return below * 2 + n;
}

struct handler { jmp_buf where; struct handler *up; };
static struct handler *handlers;
static void raise_error(int code) { struct handler *h = handlers; handlers = h->up; longjmp(h->where, code); }
static int guarded(int (*f)(int), int x) {
  struct handler h;
  h.up = handlers;
  int code = setjmp(h.where);
  if (code) return -code;
  handlers = &h;
  int r = f(x);
  handlers = h.up;
  return r;
}
static int risky(int x) { if (x % 3 == 1) raise_error(x); return x * x; }
static int doubly(int x) { int r = guarded(risky, x); if (r < 0) raise_error(50 - r); return r; }
static __attribute__((noreturn)) void die(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int code = va_arg(ap, int);
  va_end(ap);
  longjmp(top, code);
}
static int compare(const void *a, const void *b) { if (*(int *)a == 13) longjmp(top, 13); return *(int *)a - *(int *)b; }

int main(void) {
  volatile int count = 0;
  int plain = 1;
  if (setjmp(top) == 0) { plain = 2; thrower(3); } else observe(plain);
  int r = setjmp(top);
  observe(r);
  if (r == 0) longjmp(top, 0);
  if (!(r = setjmp(top))) { count++; observe(through_pointer(value_of, 2)); observe(through_pointer(value_of, 7)); }
  observe(r); observe(count);
  r = setjmp(top);
  if (r < 4) { count = count + r; longjmp(top, r + 1); }
  observe(count);
  if (!setjmp(top)) observe(nested()); else observe(77);
  for (int i = 4; i < 8; i++) observe(caught_inside(i));
  observe(loops());
  jmp_buf outer;
  if ((r = setjmp(outer)) == 0) observe(recursive(3, &outer)); else observe(r * 1000);
  if ((r = setjmp(outer)) == 0) observe(recursive(1, &outer)); else observe(r * 1000);
  for (int i = 0; i < 6; i++) observe(guarded(doubly, i));
  r = 99;
  switch (setjmp(top)) {
  case 0: r = through_pointer(value_of, 5); break;
  case 5: observe(r); break;
  }
  if ((r = setjmp(top)) == 0) die("x", 31);
  observe(r);
  sigjmp_buf s;
  if ((r = sigsetjmp(s, 1)) < 2) siglongjmp(s, r + 1);
  observe(r);
  int data[] = {4, 13, 2, 9};
  if (!setjmp(top)) { qsort(data, 4, sizeof *data, compare); observe(1); } else observe(2);
  void (*jump)(jmp_buf, int) = longjmp;
  if ((r = setjmp(top)) == 0) jump(top, 8);
  observe(r);
  return 0;
}
