// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(), c = __VERIFIER_nondet_ulong();
  assert((a * b) * c == a * (b * c));          //~ HOLDS
  assert((a + b) * c == c * b + c * a);        //~ HOLDS
  assert((a - b) * (a + b) == a * a - b * b);  //~ HOLDS
  assert((a + b) * (a + b) != a * a + 2 * a * b + b * b + 1); //~ HOLDS
  unsigned n = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
  if (d != 0)
    assert(n / d * d + n % d == n); //~ HOLDS
  return 0;
}
