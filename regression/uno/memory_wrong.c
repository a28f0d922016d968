// gotcha: check --property memory.prop
// verdict: false(spec)
// paths: feasible: 4 unknown: 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(10);
  malloc(1); //~ FEASIBLE
  if (n == 1)
    p = malloc(20); //~ FEASIBLE
  if (n == 2)
    free(p);
  if (n > 1)
    free(p); //~ FEASIBLE
  return 0; //~ FEASIBLE
}
