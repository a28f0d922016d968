// gotcha: verify --property assertions
// verdict: false(assertions)
// `__builtin_add_overflow` and its kin where one of the types has 128 bits.
#include <assert.h>
typedef unsigned __int128 u;
typedef __int128 i;
extern int __VERIFIER_nondet_int(void);

int main(void) {
  i a = -5, r;
  u b = 3, v;
  int q;
  assert(__builtin_add_overflow((i)1 << 126, (i)1 << 126, &r) && r == (i)((u)1 << 127)); //~ HOLDS
  assert(!__builtin_sub_overflow(a, b, &r) && r == -8); //~ HOLDS
  assert(__builtin_mul_overflow((i)1 << 64, (i)1 << 63, &r)); //~ HOLDS
  assert(!__builtin_mul_overflow((i)1 << 63, -((i)1 << 64), &r)); //~ HOLDS
  assert(__builtin_sub_overflow((u)1, (u)2, &v) && v == -(u)1); //~ HOLDS
  assert(__builtin_mul_overflow((u)1 << 64, (u)1 << 64, &v) && v == 0); //~ HOLDS
  assert(!__builtin_mul_overflow((u)1 << 64, (u)-1 >> 64, &v)); //~ HOLDS
  assert(__builtin_add_overflow(-1, 0, &v) && v == (u)-1); //~ HOLDS
  assert(!__builtin_add_overflow((u)-1, -1, &v) && v == (u)-2); //~ HOLDS
  assert(__builtin_add_overflow((i)1 << 126, (u)1 << 127, &q) && q == 0); //~ HOLDS
  assert(!__builtin_sub_overflow((u)-1, (u)-1, &q)); //~ HOLDS
  assert(__builtin_mul_overflow_p((u)-1, (i)-1, (i)0)); //~ HOLDS
  assert(!__builtin_mul_overflow_p((u)1 << 127, (i)-1, (i)0)); //~ HOLDS
  int x = __VERIFIER_nondet_int();
  assert(!__builtin_add_overflow((i)x << 64, x, &r) && r == ((i)x << 64) + x); //~ HOLDS
  assert(__builtin_sub_overflow(x, (i)1 << 40, &v) == 1); //~ HOLDS
  assert(!__builtin_add_overflow(x, (u)1 << 100, &v) && !__builtin_sub_overflow(x, (i)1 << 31, &q)); //~ VIOLATED
  return 0;
}
