// gotcha: check --property memory.prop
// verdict: true
// paths: feasible: 0 unknown: 0
// Null needs no free, and the end is reached with nothing else.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(4), *q;
  if (p == NULL)
    return 1;
  q = (int *)malloc(8);
  if (!q) {
    free(p);
    return 2;
  }
  *p = __VERIFIER_nondet_int();
  q[0] = *p;
  free(q);
  free(p);
  return 0;
}
