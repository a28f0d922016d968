// gotcha: cover --criterion branch
// verdict: complete
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char b[8];
  for (int i = 0; i < 7; i++) //~ true:covered false:covered
    b[i] = __VERIFIER_nondet_char();
  b[7] = 0;
  unsigned n = __VERIFIER_nondet_uint() % 8;
  if (strchr(b, 'q') == b + 2 && strlen(b) == 4) { //~ true:covered false:covered
    if (memchr(b, 'q', 2)) //~ true:unreachable false:covered
      return 1;
    if (strrchr(b, 'q') == b + 3) //~ true:covered false:covered
      return 2;
    if (strrchr(b, 0) != b + 4) //~ true:unreachable false:covered
      return 3;
  }
  if (memchr(b, 'k', n) == b + 6) //~ true:covered false:covered
    return n == 7 ? 4 : 5; //~ true:covered false:unreachable
  if (strnlen(b + 1, n) > n) //~ true:unreachable false:covered
    return 6;
  if (memchr(0, 1, 0)) //~ true:unreachable false:covered
    return 7;
  return 0;
}
