// gotcha: cover --criterion branch
// verdict: incomplete(only behind an access outside of objects
// The compiled program may go on from there.
#include <alloca.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *leak(int n) {
  int *p = alloca(n * sizeof(int));
  p[0] = n;
  int local[n];
  local[n - 1] = p[0];
  return local[n - 1] > 3 ? p : 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5) //~ true:covered false:covered
    return 0;
  int *p = leak(n);
  if (!p) //~ true:covered false:covered
    return n <= 3 ? 1 : 2; //~ true:covered false:unreachable
  int *q = malloc(4), *r = __VERIFIER_nondet_int() ? q : p;
  free(q);
  *r = 1;
  if (n) //~ true:undecided false:undecided
    return 3;
  return 4;
}
