// gotcha: cover
// verdict: complete
#include <errno.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  int n = atoi(text);
  if (n == 427) //~ true:covered false:covered
    return 1;
  if (n == -38) //~ true:covered false:covered
    return 2;
  if (n > 999 || n < -99) //~ true:unreachable false:covered
    return 3;
  char *end;
  long hex = strtol(text, &end, 16);
  if (hex == 0xfff) //~ true:covered false:covered
    return 4;
  if (end == text && hex) //~ true:unreachable false:covered
    return 5;
  errno = 0;
  strtoul("123456789012345678901234567890", &end, 10);
  if (errno != ERANGE || *end) //~ true:unreachable false:covered
    return 6;
  return 0;
}
