// gotcha: verify --unwind 2 --no-unwinding-assertions --property unwinding,assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  for (int i = 0; i < n; i++)
    x++;
  assert(x != 2); //~ VIOLATED
  return 0;
}
