// gotcha: cover --criterion branch
// verdict: complete
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char b[40] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 37, j = __VERIFIER_nondet_uint() % 37;
  *(unsigned *)(b + i) = 0x04030201;
  if (b[i + 2] != 3) //~ true:unreachable false:covered
    return 1;
  unsigned v = *(unsigned *)(b + j);
  if (v == 0x00040302) //~ true:covered false:covered
    return j == i + 1 ? 2 : 3; //~ true:covered false:unreachable
  if (v == 0x02010000 && j + 2 != i) //~ true:unreachable false:covered
    return 4;
  unsigned short s;
  memcpy(&s, b + i + 1, sizeof s);
  if (s != 0x0302) //~ true:unreachable false:covered
    return 5;
  return 0;
}
