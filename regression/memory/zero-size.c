// gotcha: cover --criterion branch
// verdict: incomplete(only behind an access outside of objects
// The compiled program may go on from there.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 3;
  char *p = malloc(0), *q = malloc(n);
  if (!p || p == q) //~ true:unreachable false:covered
    return 1;
  memset(p, 1, 0);
  memcpy(q, p, 0);
  memset(q, 7, n);
  if (n == 2 && q[1] != 7) //~ true:unreachable false:covered
    return 2;
  q[n - 1] = 5;
  if (n == 0) //~ true:undecided false:covered
    return 3;
  return q[0] == 5 ? 4 : 5; //~ true:covered false:covered
}
