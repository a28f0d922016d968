// gotcha: verify --property assertions
// verdict: false(assertions)
// A built-in function that is not known does no harm where no call of it is reached; its result has the type that is asked for.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int pair __attribute__((vector_size(8)));
struct point { int x, y; };
static pair made(int a) { return (pair)__builtin_ia32_of_tomorrow(a, 0); }
static struct point record(void) { return __builtin_point_of_tomorrow(); }
static char *text(void) { return __builtin_text_of_tomorrow(1.5, "x"); }
static double number(void) { pair p = __builtin_ia32_of_tomorrow(1); double d = __builtin_number_of_tomorrow(p); return d + __builtin_number_of_tomorrow(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? -1 : 1;
  if (x > 10 && x < 10) {
    pair p = made(x);
    return p[0] + record().x + *text() + (int)number();
  }
  assert(y != 0); //~ HOLDS
  assert(y == 1); //~ VIOLATED
  return 0;
}
