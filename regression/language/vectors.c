// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

typedef int v4 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
static v4 fixed = { 1, 2, 3 };
static v4 twice(v4 v) { v *= 2; return v; }

int main(void) {
  int x = __VERIFIER_nondet_int() & 0xff;
  v4 a = { x, 2, -3, 4 }, b = a + fixed;
  assert(b[0] == x + 1 && b[3] == 4 && (b - a)[2] == 3); //~ HOLDS
  assert(twice(a)[0] != 200); //~ VIOLATED
  v4 less = a < 3;
  assert(less[1] == -1 && less[3] == 0 && (less[0] == -1) == (x < 3)); //~ HOLDS
  assert((1 - a << 1)[2] == 8 && (~a)[1] == -3); //~ HOLDS
  v4 mixed = __builtin_shuffle(a, fixed, (v4){ 5, 0, 3, 4 });
  assert(mixed[0] == 2 && mixed[1] == x && mixed[2] == 4 && mixed[3] == 1); //~ HOLDS
  a[x & 3] = 7;
  assert(a[0] == 7 || a[1] == 7 || a[2] == 7 || a[3] == 7); //~ HOLDS
  s8 halves = (s8)fixed;
  assert(halves[0] == 1 && halves[1] == 0 && halves[4] == 3); //~ HOLDS
  f4 f = __builtin_convertvector(fixed, f4);
  assert(f[1] == 2.0f && (f / 2)[0] == 0.5f && sizeof f == 16); //~ HOLDS
  return 0;
}
