// gotcha: cover --criterion branch
// verdict: complete
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int a[3] = {1, 2, 3}, b[4] = {9, 9, 9, 9};
  if (n > 3) //~ true:covered false:covered
    return 0;
  memcpy(b, a, n * sizeof(int));
  if (b[1] == 2 && b[2] == 9) //~ true:covered false:covered
    return n == 2 ? 1 : 2; //~ true:covered false:unreachable
  memset(b + 1, 0, n);
  if (b[3] == 0x00ffffff) //~ true:unreachable false:covered
    return 3;
  if (b[0] == 1 && n == 3 && b[1] != 0) //~ true:unreachable false:covered
    return 4;
  memset(b, 0xff, n * 8);
  return b[3] == -1; 
}
