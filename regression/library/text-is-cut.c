// gotcha: cover
// verdict: complete
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[6] = "??????";
  unsigned char c = __VERIFIER_nondet_uchar();
  int n = snprintf(text, 5, "%02x:%s", c, "long");
  if (n != 7) //~ true:unreachable false:covered
    return 1;
  if (text[2] != ':' || text[3] != 'l' || text[4] != 0 || text[5] != '?') //~ true:unreachable false:covered
    return 2;
  if (text[0] == 'a' && text[1] == '7') //~ true:covered false:covered
    return 3;
  return 0;
}
