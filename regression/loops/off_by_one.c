// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5)
    return 0;
  unsigned i;
  for (i = 0; i <= n; i++)
    ;
  assert(i > n); //~ HOLDS
  assert(i <= 5); //~ VIOLATED
  return 0;
}
