// gotcha: cover --criterion branch
// verdict: complete
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = realloc(0, 2 * sizeof *p);
  p[0] = __VERIFIER_nondet_int();
  p[1] = 7;
  int *q = realloc(p, 4 * sizeof *q);
  q[3] = 1;
  if (q[0] == 5 && q[1] == 7) //~ true:covered false:covered
    q[0] = 6;
  if (q[1] != 7) //~ true:unreachable false:covered
    return 1;
  q = realloc(q, sizeof *q);
  if (q[0] == 5) //~ true:unreachable false:covered
    return 2;
  q = realloc(q, 0);
  return q != 0; 
}
