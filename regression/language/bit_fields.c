// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct wide { unsigned long long a : 40; long long b : 24; unsigned long long c : 33; _Bool flag : 1; signed char small : 3; };

int main(void) {
  struct wide w = { 0 };
  int x = __VERIFIER_nondet_int();
  w.a = x;
  assert(w.a >> 40 == 0); //~ HOLDS
  assert(w.a << 8 >> 8 == w.a); //~ VIOLATED
  assert((w.a - (w.a + 1)) == 0xffffffffffull); //~ HOLDS
  w.c = -1;
  assert(w.c + 1 == 0 && w.c > -2); //~ HOLDS
  assert(sizeof(w.a + 1) == 8 && sizeof w == 16); //~ HOLDS
  w.b = x & 0xffffff;
  assert(w.b == (int)((unsigned)x << 8) >> 8); //~ HOLDS
  w.small = x;
  assert(w.small > -5 && w.small < 4); //~ HOLDS
  assert(w.small < 3); //~ VIOLATED
  w.flag = x;
  assert(w.flag == (x != 0)); //~ HOLDS
  assert((w.small = 7) == -1); //~ HOLDS
  return 0;
}
