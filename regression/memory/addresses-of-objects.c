// gotcha: cover --criterion branch
// verdict: complete
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[4], b[4];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 5, j = __VERIFIER_nondet_uint() % 5;
  int *p = a + i, *q = a + j;
  if (p - q != (long)i - (long)j) //~ true:unreachable false:covered
    return 1;
  if ((p < q) != (i < j)) //~ true:unreachable false:covered
    return 2;
  if ((uintptr_t)p == (uintptr_t)b) //~ true:unreachable false:covered
    return 3;
  if (((uintptr_t)p & 3) != 0) //~ true:unreachable false:covered
    return 4;
  if ((uintptr_t)p - (uintptr_t)a == 8) //~ true:covered false:covered
    return i == 2 ? 5 : 6; //~ true:covered false:unreachable
  int *h = malloc(16);
  if (h == a || h == p || !h) //~ true:unreachable false:covered
    return 7;
  if ((uintptr_t)h % 16) //~ true:unreachable false:covered
    return 8;
  return 0;
}
