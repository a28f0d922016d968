// gotcha: verify --property assertions --strategy bmc --unwind 3
// verdict: unknown(bound
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/* That one loop is never unrolled to its end hinders no proof of what does not stand behind it. */
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n > 100) {
    while (__VERIFIER_nondet_int())
      sum ^= 2;
    assert(sum != 1); //~ UNKNOWN
    return 0;
  }
  if (n > 0)
    n = 2 * n;
  assert(n <= 200); //~ HOLDS forward-condition
  return 0;
}
