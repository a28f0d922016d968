// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
union half { _Float16 value; unsigned short bits; };

int main(void) {
  union half a, b;
  a.bits = __VERIFIER_nondet_ushort();
  b.bits = __VERIFIER_nondet_ushort();
  _Float16 x = a.value, y = b.value;
  if (x != x || y != y)
    return 0;
  assert(x + y == y + x || x + y != x + y); //~ HOLDS
  assert(x * y == y * x || x * y != x * y); //~ HOLDS
  assert((_Float16)(float)x == x);          //~ HOLDS
  assert(x - x == 0 || x - x != x - x);     //~ HOLDS
  return 0;
}
