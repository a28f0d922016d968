/* Calls through pointers of another kind: functions with variable arguments taken for others, and the other way round. */
#include <stdarg.h>
extern void observe(long long);
static int fixed(int a, int b) { return a * 10 + b; }
static int many(int n, ...) { va_list ap; va_start(ap, n); int t = 0; while (n--) t = t * 10 + va_arg(ap, int); va_end(ap); return t; }
static void (*table[])(void) = { (void (*)(void))fixed, (void (*)(void))many };
int main(void) {
  int (*p)(int, ...) = (int (*)(int, ...))fixed;
  int (*q)() = (int (*)())many;
  int (*r)(int, int, int) = (int (*)(int, int, int))many;
  observe(p(1, 2)); observe(q(3, 4, 5, 6)); observe(r(2, 7, 8));
  p = many; observe(p(2, 3, 4));
  for (int i = 0; i < 2; i++) { observe(((int (*)(int, ...))table[i])(1, 2)); observe(((int (*)(int, int))table[i])(1, 3)); observe(((int (*)())table[i])(1, 4)); }
  return 0;
}
