// gotcha: verify --unwind 2 --no-unwinding-assertions --property unwinding,assertions --strategy bmc
// verdict: unknown(bound 2)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  for (int i = 0; i < n; i++)
    x += x < 5;
  assert(x <= 5); //~ UNKNOWN
  return 0;
}
