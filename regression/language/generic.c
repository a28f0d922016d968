// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define KIND(e) _Generic((e), char: 1, int: 2, unsigned: 3, char *: 4, const char *: 5, int *: 6, int (*)(int): 7, struct s: 8, double: 9, default: 0)
struct s { int member : 3; };
typedef int row[3];
static int f(int x) { return x ? x : -1; }

int main(void) {
  const char c = 'c';
  int array[2] = { 0 }, x = __VERIFIER_nondet_int();
  struct s s = { 1 };
  assert(KIND(c) == 1 && KIND(+c) == 2 && KIND(c + 0u) == 3 && KIND("s") == 4 && KIND((const char *)0) == 5); //~ HOLDS
  assert(KIND(array) == 6 && KIND(f) == 7 && KIND(s) == 8 && KIND(s.member) == 0 && KIND(s.member + 1) == 2); //~ HOLDS
  assert(KIND(1 ? x : 1.0) == 9 && KIND(1 ? (void *)0 : array) == 6 && KIND(x++) == 2); //~ HOLDS
  row r = { 1, 2, 3 };
  __typeof__(row *) p = &r;
  __typeof__(row[2]) rows = { { 4 } };
  assert((*p)[2] == 3 && sizeof rows == 24); //~ HOLDS
  x = __VERIFIER_nondet_int();
  assert((x ?: 5) == (x ? x : 5)); //~ HOLDS
  int jumped = ({ int y = x; if (y > 0) goto out; y = 1; out: y; });
  assert(jumped >= 1); //~ HOLDS
  assert(({ struct s t = { x }; t; }).member != 3); //~ VIOLATED
  switch ((unsigned char)x) {
  case 0 ... 9: assert((x & 0xff) < 10); break; //~ HOLDS
  case 250 ... 255: assert((x & 0xfe) == 0xfe); break; //~ VIOLATED
  }
  __int128 big = (__int128)x << 70;
  assert(big / ((__int128)1 << 70) == x && (big < 0) == (x < 0)); //~ HOLDS
  return 0;
}
