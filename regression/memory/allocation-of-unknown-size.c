// gotcha: cover --criterion branch
// verdict: complete
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n < 3 || n > 1000000) //~ true:covered false:covered
    return 0;
  int *p = malloc(n * sizeof *p);
  p[n - 1] = 1;
  p[n - 2] = 2;
  if (p[n - 1] != 1) //~ true:unreachable false:covered
    return 1;
  if (i >= n - 2) //~ true:covered false:covered
    return 2;
  p[i] = 3;
  if (p[n - 1] + p[n - 2] + p[i] != 6) //~ true:unreachable false:covered
    return 3;
  int *q = malloc(n * sizeof *q);
  memcpy(q, p, n * sizeof *q);
  if (q[n - 1] != 1 || q[i] != 3) //~ true:unreachable false:covered
    return 4;
  memset(q + 1, 0, (n - 1) * sizeof *q);
  if (q[n - 1] != 0) //~ true:unreachable false:covered
    return 5;
  if (i == 0 && q[i] != 3) //~ true:unreachable false:covered
    return 6;
  q[n] = 1;
  return 7;
}
