// gotcha: check --spec label.spc
// verdict: false(spec)
// paths: feasible: 2 infeasible: 1 unknown: 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 3)
    goto ERROR;
  assert(n != 4); //~ FEASIBLE
  if (n == 4)
    goto ERR2;
  return 0;
ERROR:
  n = 0; //~ FEASIBLE
  return 1;
ERR2:
  n = 1; //~ INFEASIBLE
  return 2;
}
