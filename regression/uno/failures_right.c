// gotcha: check --property failures.prop
// verdict: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int setup(void) { return __VERIFIER_nondet_int() > 0; }

int main(void) {
  if (!setup())
    abort();
  return 0;
}
