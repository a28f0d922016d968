// gotcha: cover
// verdict: complete
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (isdigit(c)) { //~ true:covered false:covered
    if (c < '0' || c > '9') //~ true:unreachable false:covered
      return 1;
    return 2;
  }
  if (isalpha(c)) { //~ true:covered false:covered
    if (toupper(c) != (c & ~32)) //~ true:unreachable false:covered
      return 3;
    if (tolower(c) == c && isupper(c)) //~ true:unreachable false:covered
      return 4;
    return 5;
  }
  if (isspace(c) && isgraph(c)) //~ true:unreachable false:covered
    return 6;
  if (ispunct(c) && c == '~') //~ true:covered false:covered
    return 7;
  if (isxdigit(c)) //~ true:unreachable false:covered
    return 8;
  return 0;
}
