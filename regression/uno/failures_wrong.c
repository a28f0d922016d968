// gotcha: check --property failures.prop
// verdict: false(spec)
// paths: feasible: 4 infeasible: 0 unknown: 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int setup(void) { return __VERIFIER_nondet_int() > 0; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 1)
    return 1; //~ FEASIBLE
  if (n == 2) {
    setup();
    return 2; //~ FEASIBLE
  }
  if (setup() == 0) {
    if (n == 3)
      return 3; //~ FEASIBLE
    if (!setup())
      abort();
  }
  return 0; //~ FEASIBLE
}
