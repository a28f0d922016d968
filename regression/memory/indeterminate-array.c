// gotcha: cover --criterion branch
// verdict: complete
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 5000, j = __VERIFIER_nondet_uint() % 5000;
  int *p = malloc(5000 * sizeof *p);
  int x = p[i];
  if (i == j && p[j] != x) //~ true:unreachable false:covered
    return 1;
  p[j] = 4;
  if (i != j && p[i] != x) //~ true:unreachable false:covered
    return 2;
  if (p[j] == 4) //~ true:covered false:unreachable
    return 3;
  return 0;
}
